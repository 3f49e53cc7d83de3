import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { HeadActions } from "../../panels/actions/HeadActions.tsx";
import { verdictOnFleet } from "../../panels/verdict/select-verdict.ts";
import { PhoneBar } from "../../ui/controls/PhoneBar.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./fleet-bar.module.css";

interface FleetBarProps {
  readonly records: readonly DaemonSetRecord[];
  readonly nowMs: number;
}

/** The next steps for the DaemonSet of the headline, above the dock of a narrow page. A healthy fleet and a rollout
 *  have none. */
export function FleetBar({ records, nowMs }: FleetBarProps) {
  const { t } = useTranslation();
  const { record, tone, verdict } = verdictOnFleet(t, records, nowMs);
  const isFailing = tone === "stuck";
  if (record === undefined || verdict === "healthy" || verdict === "rolling") return null;
  const view = daemonSetView(record.key);
  return (
    <div className={css.space} data-of-now>
      <PhoneBar>
        {verdict === "manual" ? (
          <ViewLink className="btn primary" view={{ ...view, section: "worklist" }}>
            {t("fleet.worklist")}
          </ViewLink>
        ) : (
          <ViewLink className={isFailing ? "btn primary" : "btn"} view={view} aria-label={t("fleet.open", { name: view.name })}>
            {/* The headline has the name, and a failure has a second button. */}
            <span className="ell">{t("fleet.open", { name: isFailing ? "" : view.name }).trim()}</span>
          </ViewLink>
        )}
        {isFailing ? <HeadActions view={view} record={record} isOnFleet /> : null}
      </PhoneBar>
    </div>
  );
}
