import { budgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import { persistentDisagreements } from "@daemonscope/daemonset/counts/persistent-disagreements";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { english } from "@daemonscope/words/english";
import { verdictWordText } from "@daemonscope/words/english/verdict-word-text";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { leavingTexts, waitsForTexts } from "@daemonscope/words/facts/leaving-text";
import { managedText, pausedTexts } from "@daemonscope/words/facts/managed-text";
import { noMatchText } from "@daemonscope/words/facts/no-match-text";

/**
 * Returns the used part of the update budget: `1/3 unavailable`, `0/2 surge`; `-` if no rollout uses it (rule B8); or
 * its kind `none` or `unknown`.
 */
function budgetWords(record: DaemonSetRecord): string {
  const { kind } = record.budget;
  if (kind === "none" || kind === "unknown") return kind;
  const slots = budgetInUse(record);
  return slots === undefined ? "-" : `${slots.used}/${slots.allowed} ${kind === "maxSurge" ? "surge" : "unavailable"}`;
}

/** Returns the concern. Without one, returns what the page notes instead: the work of another controller, or nodes that
 *  leave or wait for another agent. */
function concernWords(record: DaemonSetRecord): string {
  const { concern, nowhere, hostPorts, managedBy } = record;
  if (concern !== null) return concernText(english, concern.detail, hostPorts);
  if (nowhere !== undefined) return noMatchText(english, nowhere);
  const notes = [
    ...(managedBy === undefined || !record.underWay ? [] : [managedText(english, managedBy, record)]),
    ...pausedTexts(english, record),
    ...leavingTexts(english, record),
    ...waitsForTexts(english, record),
  ];
  return notes.length === 0 ? "<none>" : notes.join("; ");
}

export interface StatusShape {
  readonly isWide: boolean;
  readonly withNamespace: boolean;
}

interface StatusTableOptions extends StatusShape {
  readonly nowMs: number;
  /** The API server is disconnected: the last known state is shown. */
  readonly isOld: boolean;
}

/**
 * The columns of `kubectl get daemonsets`, in its order and words, then columns that kubectl lacks.
 * Source: kubernetes pkg/printers/internalversion/printers.go, printDaemonSet.
 */
export const statusHeader = ({ isWide, withNamespace }: StatusShape): readonly string[] => [
  ...(withNamespace ? ["NAMESPACE"] : []),
  ..."NAME,DESIRED,CURRENT,READY,UP-TO-DATE,AVAILABLE,NODE SELECTOR,AGE".split(","),
  ...(isWide ? ["CONTAINERS", "IMAGES", "SELECTOR"] : []),
  "MISSCHEDULED",
  "BUDGET",
  "COUNTS",
  "VERDICT",
  "CONCERN",
];

/** The longest texts of columns that change while a cluster is watched: an AGE of `2y364d`, a BUDGET of two digits. */
const WATCHED_WIDTHS: Readonly<Record<string, number>> = {
  AGE: 6,
  BUDGET: "99/99 unavailable".length,
  COUNTS: "not live".length,
  VERDICT: "MISSCHEDULED 119m".length,
};

/** Returns the least width of each column of a watch, so that its lines stay aligned. */
export const watchedWidths = (header: readonly string[]): readonly number[] => header.map((name) => WATCHED_WIDTHS[name] ?? 0);

/** Returns the cells of a row without the ages, which change alone. */
export const cellsWithoutAges = (header: readonly string[], cells: readonly string[]): readonly string[] =>
  cells.map((cell, at) => (header[at] === "AGE" ? "" : header[at] === "VERDICT" ? cell.replace(/ \S+$/, "") : cell));

/** Returns a DaemonSet in those columns. */
export function statusRow(record: DaemonSetRecord, { nowMs, isWide, withNamespace, isOld }: StatusTableOptions): readonly string[] {
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
    budgetWords(record),
    // The counts are those of the status. The verdict and the concern are not.
    isOld ? "not live" : persistentDisagreements(record, nowMs).length === 0 ? "current" : "lagging",
    verdictWordText(record, nowMs),
    concernWords(record),
  ];
}
