import { concernText } from "@daemonscope/daemonset/describe/concern-text";
import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { textTable } from "./text-table.ts";

/** What is spent of what the update strategy allows: `1/3 unavailable`, `0/2 surge`; `none` under OnDelete. */
export function budgetWords({ kind, used, allowed }: DaemonSetRecord["budget"]): string {
  if (kind === "none" || kind === "unknown") return kind;
  return `${used}/${allowed} ${kind === "maxSurge" ? "surge" : "unavailable"}`;
}

export interface StatusTableOptions {
  readonly nowMs: number;
  readonly isWide: boolean;
  readonly withNamespace: boolean;
  /** The API server is not heard: what is shown is the last that was. */
  readonly isOld: boolean;
}

/** DaemonSets in the columns of `kubectl get daemonsets`, in its order and words, then what kubectl does not say.
 *  Source: kubernetes pkg/printers/internalversion/printers.go, printDaemonSet. */
export function statusTable(
  records: readonly DaemonSetRecord[],
  { nowMs, isWide, withNamespace, isOld }: StatusTableOptions,
): readonly string[] {
  const header = [
    ...(withNamespace ? ["NAMESPACE"] : []),
    ..."NAME,DESIRED,CURRENT,READY,UP-TO-DATE,AVAILABLE,NODE SELECTOR,AGE".split(","),
    ...(isWide ? ["CONTAINERS", "IMAGES", "SELECTOR"] : []),
    "MISSCHEDULED",
    "BUDGET",
    "CONCERN",
  ];
  const rows = records.map((record) => {
    const { reported } = record;
    return [
      ...(withNamespace ? [record.namespace] : []),
      record.name,
      String(reported.desiredNumberScheduled),
      String(reported.currentNumberScheduled),
      String(reported.numberReady),
      String(reported.updatedNumberScheduled),
      String(reported.numberAvailable),
      record.nodeSelector,
      humanDuration(nowMs - record.createdAtMs),
      ...(isWide
        ? [record.containers.map(({ name }) => name).join(","), record.containers.map(({ image }) => image).join(","), record.selector]
        : []),
      String(reported.numberMisscheduled),
      budgetWords(record.budget),
      `${record.concern === null ? "<none>" : concernText(record.concern.detail)}${isOld ? " (not live)" : ""}`,
    ];
  });
  return textTable(header, rows);
}
