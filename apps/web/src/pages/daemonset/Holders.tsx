import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { HolderGroup } from "@daemonscope/daemonset/records/budget";
import { HOLDER_NODES_LIMIT } from "@daemonscope/daemonset/records/budget";
import { causeKey } from "@daemonscope/daemonset/records/cause-key";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hasAge, type VerdictWord, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { secondsLeft } from "@daemonscope/kube/values/seconds-left";
import { causeOrPortText } from "@daemonscope/words/facts/cause-text";
import { useState } from "react";
import { type CellStyle, plainCellStyle } from "../../data/cell/cell-style.ts";
import { isDataStale } from "../../data/freshness/freshness.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";
import { slotHoldersNote } from "../../data/lanes/slot-holders-note.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { RovingGroup } from "../../ui/controls/RovingGroup.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { ageSince } from "../../words/format/age-text.ts";
import { countText } from "../../words/format/figures.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { type HolderRow, holderRows } from "./holder-rows.ts";
import css from "./side-panel.module.css";

interface HoldersProps {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  /** The cell style of a node: a cause is drawn as its first node. */
  readonly lookOfNode: (node: string) => CellStyle | undefined;
  /** Id of the picked cause, whose nodes are emphasised; undefined for none. */
  readonly picked: string | undefined;
  readonly onPick: (cause: string | undefined, nodes: readonly string[]) => void;
}

const MAX_SHOWN = 8;

/** Returns the identity of a cause. */
const holderId = (group: HolderGroup): string => `${group.reason} ${causeKey(group.cause)}`;

function fallbackLook(group: HolderGroup): CellStyle {
  switch (group.reason) {
    case "noPod":
      return plainCellStyle("missing");
    case "terminating":
      return plainCellStyle("available", { terminating: true, old: true });
    case "newUnavailable":
      return plainCellStyle("starting");
    case "oldUnavailable":
      return plainCellStyle("starting", { old: true });
    case "twoPods":
    case "extraPods":
      return plainCellStyle("starting", { surge: true });
  }
}

/** The time of several nodes is that of the last one. Empty for failing pods below a verdict that has their age. */
export function holderTimeText(group: HolderGroup, nowMs: number, t: Translate, verdict?: VerdictWord): string {
  const { endsAtMs, sinceMs, count, lasting } = group;
  if (lasting === true && verdict !== undefined && hasAge(verdict)) return "";
  if (endsAtMs === undefined || endsAtMs <= nowMs) return ageSince(t, sinceMs, nowMs);
  if (endsAtMs - nowMs >= 120_000) return `→ ${momentText(endsAtMs, nowMs)}`;
  const seconds = secondsLeft(endsAtMs, nowMs, endsAtMs - (sinceMs ?? nowMs));
  return count > 1 ? t("pace.upTo", { to: `${seconds}s` }) : t("rollout.holders.secondsLeft", { seconds });
}

/** The holder of each budget slot, as cause × count × age. The stage next to it counts the slots. */
export function Holders({ record, nowMs, lookOfNode, picked, onPick }: HoldersProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const isStale = isDataStale(useFreshness());
  const { holders, used } = record.budget;
  const isSpent = isBudgetInUse(record);
  // While pods move, the rows and the stage show what comes next, and a note below them would move.
  const verdict = verdictWordOf(record);
  const isRolling = verdict === "rolling";
  const note = isStale || !isSpent || isRolling ? undefined : slotHoldersNote(record, nowMs, t);
  const isLeaving = (record.unavailable?.onLeavingNodes ?? 0) >= used;
  const isSurge = record.budget.kind === "maxSurge";
  const rows = isSpent ? holderRows(holders, isSurge) : holders.map((group): HolderRow => ({ group }));
  const shown = isWhole ? rows : rows.slice(0, MAX_SHOWN);
  const rest = rows.slice(shown.length).map(({ group }) => group);
  return (
    <aside className={css.holders} aria-label={t("rollout.holders.title")} data-lanes={isSpent || undefined}>
      <h2>
        {isSpent
          ? t(used === 0 ? "rollout.holders.nothing" : "rollout.holders.heading")
          : t(isLeaving ? "rollout.holders.leaving" : "rollout.holders.unavailable", { used })}
      </h2>
      <RovingGroup>
        {shown.map(({ group, lane }) => {
          const id = holderId(group);
          const cause = group.cause.kind === "nodeShutdown" ? t("laterModel.lifecycle.shuttingDown") : causeOrPortText(t, group.cause);
          const [node = ""] = group.nodes;
          const names = group.nodes.join(t("model.listComma"));
          return (
            <button
              key={lane ?? id}
              type="button"
              className={classes(css.holder, picked === id && css.picked)}
              aria-pressed={picked === id}
              title={
                group.count > HOLDER_NODES_LIMIT
                  ? t("rollout.holders.firstMarked", { cause, limit: HOLDER_NODES_LIMIT })
                  : `${cause}${t("model.colon")}${names}`
              }
              data-count={group.count}
              onClick={() => onPick(picked === id ? undefined : id, group.nodes)}
            >
              <CellSwatch look={lookOfNode(node) ?? fallbackLook(group)} size={16} />
              <span className={`${css.count} num`}>{countText(group.count)}</span>
              <span className="two-lines">{group.count === 1 ? `${cause}${t("model.listComma")}${node}` : cause}</span>
              <span className={css.age}>{holderTimeText(group, nowMs, t, verdict)}</span>
            </button>
          );
        })}
        {rest.length > 0 && (
          <button type="button" className={css.more} onClick={() => setWhole(true)}>
            {t("rollout.holders.rest", { causes: rest.length, nodes: rest.reduce((sum, group) => sum + group.count, 0) })}
          </button>
        )}
      </RovingGroup>
      {note === undefined ? null : <p className={css.note}>{note}</p>}
    </aside>
  );
}
