import { type CellByte, cellOf } from "@daemonscope/daemonset/cell/cell";
import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { Taint } from "@daemonscope/kube/objects";
import { FIGURE_WORDS, figureOf } from "../cell/figure.ts";

/** How loud a phrase is. */
export type Tone = "bad" | "terminating" | "starting" | "ready" | "plain" | "quiet";

/** A cell in words: the pod and one phrase, as plates, tooltip and table show them. */
export interface CellWords {
  readonly pod: string | undefined;
  readonly phrase: string;
  readonly tone: Tone;
}

export interface CellFacts {
  readonly byte: CellByte;
  readonly record: NodeRecord;
  /** The pod of the cell, when pods were fetched. */
  readonly pod: PodAnswer | undefined;
  /** Cause and start of what holds a place of the budget on this node, when something does. */
  readonly hold: { readonly cause: string; readonly sinceMs: number | undefined } | undefined;
  /** When a ready pod becomes available. */
  readonly availableAtMs: number | undefined;
  readonly nowMs: number;
}

const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000));

const since = (fromMs: number | undefined, nowMs: number, before: string): string =>
  fromMs === undefined ? "" : `${before}${humanDuration(Math.max(0, nowMs - fromMs))}`;

/** What a cell says. Reasons are the kubelet's and the scheduler's own words; ages as kubectl writes them. */
export function cellWords({ byte, record, pod, hold, availableAtMs, nowMs }: CellFacts): CellWords {
  const cell = cellOf(byte);
  const figure = figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating });
  const named = (phrase: string, tone: Tone): CellWords => ({ pod: pod?.name, phrase, tone });
  const reason = pod?.reason ?? hold?.cause;
  const startedMs = pod?.createdAtMs ?? hold?.sinceMs;
  switch (figure) {
    case "excluded":
      return { pod: "no pod wanted", phrase: "excluded", tone: "quiet" };
    case "unknown":
      return { pod: "pods not read", phrase: "unknown", tone: "quiet" };
    case "missing":
      return { pod: "no pod yet", phrase: "gap", tone: "plain" };
    case "misscheduled":
      return named(`misscheduled${since(pod?.createdAtMs, nowMs, ", ")}`, "plain");
    case "terminating": {
      if (cell.nodeUnready) return named(`node silent${since(record.readySinceMs, nowMs, " for ")}`, "terminating");
      const goneByMs = pod?.goneByMs;
      const left = goneByMs === undefined ? undefined : secondsLeft(goneByMs, nowMs);
      return named(left === undefined ? "terminating" : left > 0 ? `terminating, ${left} s left` : "past its grace period", "terminating");
    }
    case "failing":
      return named(`${reason ?? "failing"}${since(startedMs, nowMs, " ")}`, "bad");
    case "unscheduled":
      return named(`${reason ?? "pending"}${since(startedMs, nowMs, ", ")}`, "starting");
    case "starting":
      return named(`${cell.nodeUnready ? "node NotReady" : (pod?.reason ?? "starting")}${since(startedMs, nowMs, ", ")}`, "starting");
    case "ready": {
      const at = availableAtMs ?? pod?.availableAtMs;
      return named(at === undefined ? "ready" : `available in ${secondsLeft(at, nowMs)} s`, "ready");
    }
    case "old":
      return named(record.unschedulable ? "old revision, cordoned" : `old revision${since(pod?.createdAtMs, nowMs, ", ")}`, "quiet");
    case "available":
      return named(`available${since(pod?.availableAtMs ?? pod?.readySinceMs, nowMs, ", ")}`, "quiet");
  }
}

/** `key=value:effect`, as kubectl writes a taint. */
export const taintText = (taint: Taint): string =>
  `${taint.key}${taint.value === undefined || taint.value === "" ? "" : `=${taint.value}`}:${taint.effect}`;

/** The sentence of a cell for those who do not see it: node, group, marks, what the pod does. */
export function cellSentence(facts: CellFacts, group: string, daemonSet: string): string {
  const { record, byte } = facts;
  const cell = cellOf(byte);
  const words = cellWords(facts);
  const figure = figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating });
  return [
    record.name,
    group === "" ? undefined : `group ${group}`,
    record.ready === "True" ? undefined : `node ${record.ready === "False" ? "NotReady" : "Unknown"}`,
    record.unschedulable ? "cordoned" : undefined,
    ...record.taints.filter((taint) => !taint.key.startsWith("node.kubernetes.io/")).map((taint) => `tainted ${taintText(taint)}`),
    `${daemonSet} ${FIGURE_WORDS[figure]}`,
    cell.twoPods ? "beside an old pod" : undefined,
    words.phrase === FIGURE_WORDS[figure] ? undefined : words.phrase,
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}
