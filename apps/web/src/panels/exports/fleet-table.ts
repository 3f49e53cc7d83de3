import { budgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { causeText } from "@daemonscope/words/facts/cause-text";
import { english } from "../../words/i18n/english.ts";
import { rateOf } from "../verdict/pace/measured-pace-text.ts";
import type { Table } from "./table-text.ts";

const HEADS =
  "NAMESPACE,NAME,DESIRED,CURRENT,READY,UP-TO-DATE,AVAILABLE,NODE SELECTOR,AGE,CONTAINERS,IMAGES,SELECTOR,MISSCHEDULED,STRATEGY,BUDGET USED,BUDGET,NODES PER MINUTE,VERDICT,REASON,REVISION,HASH".split(
    ",",
  );

/** Returns DaemonSets in the columns of `kubectl get daemonsets -A -o wide`, then further columns. Counts come
 *  from `.status`. */
export function fleetTable(records: readonly DaemonSetRecord[], nowMs: number): Table {
  return {
    heads: HEADS,
    rows: records.map((record) => {
      const { reported, budget } = record;
      const current = record.revisions.find((each) => each.current);
      const rate = rateOf(record, nowMs);
      const isKnown = budget.kind === "maxUnavailable" || budget.kind === "maxSurge";
      return [
        record.namespace,
        record.name,
        reported.desiredNumberScheduled,
        reported.currentNumberScheduled,
        reported.numberReady,
        reported.updatedNumberScheduled,
        reported.numberAvailable,
        record.nodeSelector,
        ageText(nowMs - record.createdAtMs),
        record.containers.map(({ name }) => name).join(","),
        record.containers.map(({ image }) => image).join(","),
        record.selector,
        reported.numberMisscheduled,
        record.strategy,
        // 0 while no rollout uses the budget (rule B8).
        isKnown ? (budgetInUse(record)?.used ?? 0) : "",
        isKnown ? budget.allowed : budget.kind,
        rate === undefined ? "" : Math.round(rate * 10) / 10,
        verdictWordOf(record),
        record.causes.map(({ cause, count }) => `${count} ${causeText(english, cause)}`).join("; "),
        current?.revision ?? "",
        current?.hash ?? "",
      ];
    }),
  };
}
