import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { KUBECTL_COUNTS } from "../data/lanes/shown-counts.ts";
import pageCss from "../pages/daemonset/page.module.css";
import countsCss from "../panels/flow/counts.module.css";
import stageCss from "../panels/flow/stage.module.css";
import { usePreferences } from "../ui/preferences/use-preferences.ts";
import { classes } from "../ui/theme/classes.ts";
import { countText } from "../words/format/figures.ts";
import { useTranslation } from "../words/i18n/use-translation.tsx";

/** The counts that have a row: all that `kubectl get` prints. */
const ROWS = KUBECTL_COUNTS.slice(0, 5);

/** Counts, stage and panel while the files of the overview load: the numbers that the record has, and the edges of the
 *  rest, so that nothing moves. */
export function LoadingOverview({ record }: { readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  const { panel } = usePreferences();
  const { reported } = record;
  return (
    <>
      <div className={classes(pageCss.main, pageCss.loading)} role="status">
        <div className={countsCss.counts} aria-hidden="true">
          {ROWS.map(({ name, field }) => (
            <div key={field} className={countsCss.row}>
              <span className={countsCss.names}>
                <span className={countsCss.name}>{name}</span>
                <b className={classes(field !== ROWS[0]?.field && reported[field] === reported.desiredNumberScheduled && countsCss.quiet)}>
                  {countText(reported[field])}
                </b>
              </span>
              <div className={countsCss.bar} />
            </div>
          ))}
        </div>
        <div className={stageCss.stage}>
          {isBudgetInUse(record) ? (
            <div className={pageCss.tray} />
          ) : (
            <div className={stageCss.last}>
              <span />
              <div className={stageCss.trace} />
            </div>
          )}
        </div>
        <p className={pageCss.late}>{t("loading.section")}</p>
      </div>
      {panel ? <div className={pageCss.panel} /> : null}
    </>
  );
}
