import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { verdictIcon } from "../../data/cell/verdict-icon.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { firstTroubledNode } from "../../panels/explain/failing-nodes.ts";
import { TroubledNode } from "../../panels/explain/TroubledNode.tsx";
import { useNamedUser } from "../../panels/verdict/change-user.ts";
import { withOwnerName } from "../../panels/verdict/reversal-text.ts";
import { revisionWords } from "../../panels/verdict/revision-since-text.ts";
import { verdictOn } from "../../panels/verdict/select-verdict.ts";
import { CloseIcon } from "../../ui/controls/icons.tsx";
import drawerCss from "../../ui/drawer/drawer.module.css";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { DaemonSetFactsList } from "../daemonset/DaemonSetFactsList.tsx";
import css from "./fleet-peek.module.css";
import { InCommonNote } from "./InCommonNote.tsx";

interface FleetPeekProps {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  readonly onClose: () => void;
}

/** One DaemonSet next to the list: its verdict, and the evidence of its first failing node or its facts. It never takes
 *  the focus, so that the keys of the list keep working. */
export function FleetPeek({ record, nowMs, onClose }: FleetPeekProps) {
  const { t } = useTranslation();
  const view = daemonSetView(record.key);
  const { word, sentence, tone } = verdictOn(t, record, nowMs);
  const named = useNamedUser(withOwnerName(t, record));
  const node = firstTroubledNode(record);
  return (
    <aside className={classes(drawerCss.drawer, css.peek, "data")} aria-label={t("fleet.peekOf", { name: record.name })} data-peek>
      <h2>
        <span>
          <CellSwatch look={verdictIcon(verdictWordOf(record))} size={16} />
          <span className={drawerCss.name}>{record.name}</span>
          <span className={drawerCss.state}>{record.namespace}</span>
        </span>
        <button type="button" className="iconbtn" aria-label={t("explain.close")} onClick={onClose}>
          <CloseIcon />
        </button>
      </h2>
      <p>
        <b data-tone={tone === "stuck" ? "bad" : undefined}>{word}</b> {sentence}
      </p>
      <p className="i2">{revisionWords(t, named, nowMs)}</p>
      {record.inCommon?.found === undefined ? null : (
        <p className={css.common}>
          <InCommonNote record={record} />
        </p>
      )}
      {node === undefined ? (
        <DaemonSetFactsList record={record} nowMs={nowMs} />
      ) : (
        <TroubledNode
          record={record}
          node={node}
          title={
            <h3>
              <ViewLink view={{ ...view, node }}>{node}</ViewLink>
            </h3>
          }
        />
      )}
      <p className={css.foot}>
        <ViewLink className="btn" view={view}>
          {t("fleet.open", { name: record.name })}
        </ViewLink>
      </p>
    </aside>
  );
}
