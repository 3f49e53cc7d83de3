import { type Cell, type CellByte, cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { signOfTaint } from "@daemonscope/kube/node-signs";
import type { Taint } from "@daemonscope/kube/objects";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { secondsLeft } from "@daemonscope/kube/values/seconds-left";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { causeOrPortText } from "@daemonscope/words/facts/cause-text";
import { cellVariantLabel, cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import { eligibilityWords } from "../../data/lens/lens-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { shortReason } from "./shared-exclusion.ts";

/** Severity of a phrase. */
export type Tone = "bad" | "terminating" | "starting" | "ready" | "plain" | "quiet";

/** A cell in words: the pod and one phrase, as large cells, tooltip and table show them. */
interface CellWords {
  readonly pod: string | undefined;
  readonly phrase: string;
  /** Replaces the phrase below the name of a large cell. Fits a column of 66 px, except long reasons. */
  readonly short?: string | undefined;
  readonly tone: Tone;
}

export interface CellTextInput {
  readonly byte: CellByte;
  readonly record: NodeRecord;
  /** The pod of the cell, if pods were fetched. */
  readonly pod: PodAnswer | undefined;
  /** Cause and start of the problem on this node: of its budget slot, or else of its state. */
  readonly hold: { readonly cause: CauseFact; readonly sinceMs: number | undefined } | undefined;
  /** The reason why the node gets no pod, if none is wanted. */
  readonly excludedBy: Eligibility | undefined;
  /** The server is still reading pods. */
  readonly isAwaited?: boolean;
  /** The controller that replaces the pods gave up on this node. */
  readonly isUpgradeFailed?: boolean;
  /** When a ready pod becomes available. */
  readonly availableAtMs: number | undefined;
  readonly nowMs: number;
}

/** Reasons of the kubelet that do not fit below a name, and the beginning of each that does. */
const SHORT_REASONS: Readonly<Record<string, string>> = { ImagePullBackOff: "ImagePull", CrashLoopBackOff: "CrashLoop" };

/** kubectl's word, in every language. */
const NOT_READY = "NotReady";

/** Returns why a pod is not Ready yet or no longer, if more is known than that it starts. */
function startingWords(
  { cell, pod, hold }: Pick<CellTextInput, "pod" | "hold"> & { readonly cell: Pick<Cell, "nodeUnready"> },
  t: Translate,
): string | undefined {
  if (cell.nodeUnready) return t("grid.phrase.nodeNotReady");
  if (pod?.trouble !== undefined) return causeOrPortText(t, pod.trouble);
  return hold?.cause.kind === "runningNotReady" ? t("grid.phrase.notReady") : undefined;
}

/** A part of a node's life whose taint keeps pods off. */
type NodeLife = "joining" | "leaving" | "shuttingDown";

export const lifeText = (life: NodeLife, t: Translate): string => t(`laterModel.lifecycle.${life}`);

/** Both ends of a life have the word of the legend. */
const shortLifeText = (life: NodeLife, t: Translate): string => (life === "joining" ? lifeText(life, t) : cellVariantLabel("leaving", t));

/** Reports whether a taint is part of a node's life, unlike one that reserves the node for other pods. */
const isTaintOfLife = (taint: Taint): boolean => isConditionTaint(taint) || signOfTaint(taint) !== undefined;

/** Returns the part of the node's life whose taint keeps the pod off. Undefined for another reason. */
export function lifeThatExcludes(node: NodeRecord, excludedBy: Eligibility | undefined): NodeLife | undefined {
  const { kind } = nodeLifecycle(node);
  if (excludedBy?.kind !== "taint" || (kind !== "joining" && kind !== "leaving" && kind !== "shuttingDown")) return undefined;
  return node.taints.some((taint) => isTaintOfLife(taint) && taintText(taint) === excludedBy.what) ? kind : undefined;
}

function excludedWords(node: NodeRecord, excludedBy: Eligibility | undefined, t: Translate): CellWords {
  const life = lifeThatExcludes(node, excludedBy);
  return {
    pod: t("grid.pod.notWanted"),
    phrase: excludedBy === undefined ? cellVariantLabel("excluded", t) : eligibilityWords(excludedBy, t),
    short: life === undefined ? excludedBy && shortReason(excludedBy, t) : shortLifeText(life, t),
    tone: "quiet",
  };
}

/** Returns the state of a node on its way out. A kubelet that shuts down rejects pods before its node states that. */
function leavingTexts(
  { record, hold }: Pick<CellTextInput, "record" | "hold">,
  word: string,
  aged: (what: string, fromMs: number | undefined) => string,
  t: Translate,
): Pick<CellWords, "phrase" | "short"> {
  const { kind } = nodeLifecycle(record);
  const isShutdown = kind === "shuttingDown" || hold?.cause.kind === "nodeShutdown";
  const life = isShutdown ? "shuttingDown" : kind === "leaving" ? kind : undefined;
  const state = life === undefined ? word : lifeText(life, t);
  return {
    short: life === undefined ? word : shortLifeText(life, t),
    phrase: aged(isShutdown || hold === undefined ? state : causeOrPortText(t, hold.cause), hold?.sinceMs),
  };
}

function stateWords({ byte, record, pod, hold, excludedBy, availableAtMs, isAwaited, nowMs }: CellTextInput, t: Translate): CellWords {
  const cell = cellOf(byte);
  const figure = cellVariantOfByte(byte);
  const word = cellVariantLabel(figure, t);
  const named = (phrase: string, tone: Tone, short?: string): CellWords => ({ pod: pod?.name, phrase, short, tone });
  const ageOf = (fromMs: number) => ageText(nowMs - fromMs);
  const aged = (what: string, fromMs: number | undefined): string =>
    fromMs === undefined ? what : t("grid.phrase.aged", { what, age: ageOf(fromMs) });
  const onSilentNode = (tone: Tone): CellWords =>
    named(
      record.readySinceMs === undefined ? t("grid.phrase.nodeSilent") : t("grid.phrase.nodeSilentFor", { age: ageOf(record.readySinceMs) }),
      tone,
      NOT_READY,
    );
  const cordoned = record.unschedulable ? t("grid.cordoned") : undefined;
  const trouble = pod?.trouble ?? hold?.cause;
  const reason = trouble && causeOrPortText(t, trouble);
  const sinceMs = pod?.unavailableSinceMs ?? hold?.sinceMs;
  switch (figure) {
    case "excluded":
      return excludedWords(record, excludedBy, t);
    case "unknown":
      return { pod: t(isAwaited === true ? "grid.pod.awaited" : "grid.pod.notRead"), phrase: word, tone: "quiet" };
    case "missing":
      return { pod: t("grid.pod.none"), phrase: t("grid.phrase.gap"), tone: "plain" };
    case "misscheduled":
      // No object records since when a pod is not wanted, and the pod's own age is a different fact.
      return named(word, "plain");
    case "leaving":
      return { pod: pod?.name, tone: "quiet", ...leavingTexts({ record, hold }, word, aged, t) };
    case "terminating": {
      if (cell.nodeUnready) return onSilentNode("terminating");
      const goneByMs = pod?.goneByMs;
      const left = goneByMs === undefined ? undefined : secondsLeft(goneByMs, nowMs, goneByMs - (pod?.terminatingSinceMs ?? nowMs));
      if (left === undefined) return named(word, "terminating");
      return left > 0
        ? named(t("grid.phrase.terminatingLeft", { seconds: left }), "terminating", t("grid.short.grace", { seconds: left }))
        : named(t("grid.phrase.pastGrace"), "terminating", t("grid.short.pastGrace"));
    }
    case "failing":
      return named(
        `${reason ?? word}${sinceMs === undefined ? "" : ` ${ageOf(sinceMs)}`}`,
        "bad",
        trouble?.kind === "imageNotFound" ? t("grid.short.imageNotFound") : (SHORT_REASONS[reason ?? word] ?? reason ?? word),
      );
    case "unscheduled":
      return named(aged(reason ?? word, sinceMs), "starting");
    case "starting":
      return named(aged(startingWords({ cell, pod, hold }, t) ?? word, sinceMs), "starting", cell.nodeUnready ? NOT_READY : undefined);
    case "ready": {
      // No kubelet confirms that the pod is still Ready.
      if (cell.nodeUnready) return onSilentNode("ready");
      const at = availableAtMs ?? pod?.availableAtMs;
      if (at === undefined) return named(word, "ready");
      const seconds = secondsLeft(at, nowMs, at - (pod?.readySinceMs ?? nowMs));
      return named(t("grid.phrase.availableIn", { seconds }), "ready", t("grid.short.in", { seconds }));
    }
    case "old":
      return named(
        record.unschedulable ? t("grid.phrase.oldCordoned") : t("grid.oldRevision"),
        "quiet",
        cell.nodeUnready ? NOT_READY : (cordoned ?? t("grid.short.old")),
      );
    case "available":
      return cell.nodeUnready ? onSilentNode("quiet") : named(aged(word, pod?.availableAtMs ?? pod?.readySinceMs), "quiet", cordoned);
  }
}

/** Returns the text of a cell. Reasons are the kubelet's and the scheduler's own words; ages are formatted as kubectl
 *  does. */
export function cellWords(input: CellTextInput, t: Translate): CellWords {
  const { byte, pod, isUpgradeFailed = false } = input;
  const figure = cellVariantOfByte(byte);
  // A problem of the pod or of the node names itself.
  if (isUpgradeFailed && !cellOf(byte).nodeUnready && (figure === "available" || figure === "old"))
    return { pod: pod?.name, phrase: t("grid.phrase.upgradeFailed"), short: t("grid.short.upgradeFailed"), tone: "bad" };
  return stateWords(input, t);
}

/** Returns the accessible description of a cell: node, group, marks, state of the pod. */
export function cellLabelText(facts: CellTextInput, group: string, daemonSet: string, t: Translate): string {
  const { record, byte } = facts;
  const cell = cellOf(byte);
  const words = cellWords(facts, t);
  const word = cellVariantLabel(cellVariantOfByte(byte), t);
  const tainted = record.taints.filter((taint) => !isConditionTaint(taint));
  return [
    record.name,
    group === "" ? undefined : group,
    record.ready === "True" ? undefined : t("grid.sentence.node", { status: record.ready === "False" ? "NotReady" : "Unknown" }),
    record.unschedulable ? t("grid.cordoned") : undefined,
    ...tainted.map((taint) => t("grid.sentence.tainted", { taint: taintText(taint) })),
    `${daemonSet} ${word}`,
    cell.twoPods ? t("grid.sentence.nextToOld") : undefined,
    words.phrase === word ? undefined : words.phrase,
  ]
    .filter((part) => part !== undefined)
    .join(t("grid.comma"));
}
