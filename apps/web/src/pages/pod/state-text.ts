import type { PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import type { PodState } from "@daemonscope/daemonset/pods/life/pod-state";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { causeOrPortSentence } from "@daemonscope/words/facts/cause-text";
import { type CellStyle, plainCellStyle } from "../../data/cell/cell-style.ts";
import { nextTryWords } from "../../words/facts/next-try-text.ts";
import { ageSince } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** Cell styles for the pod states. */
const LOOKS: Readonly<Record<PodState["kind"], CellStyle>> = {
  untold: plainCellStyle("starting"),
  terminating: plainCellStyle("available", { terminating: true }),
  failing: plainCellStyle("failing"),
  unscheduled: plainCellStyle("unscheduled"),
  starting: plainCellStyle("starting"),
  nodeSilent: plainCellStyle("starting", { nodeUnready: true }),
  unready: plainCellStyle("starting"),
  ready: plainCellStyle("ready"),
  available: plainCellStyle("available"),
  running: plainCellStyle("available"),
  succeeded: plainCellStyle("excluded"),
};

interface PodVerdict {
  readonly look: CellStyle;
  /** `FAILING 11m`. */
  readonly word: string;
  readonly sentence: string;
  readonly isBad: boolean;
}

/** Returns `exit code 1`, or `OOMKilled, exit code 137`. `precedingText`: the text before it, which is not
 *  repeated. */
export function exitWords(
  t: Translate,
  { reason, exitCode }: { readonly reason: string; readonly exitCode: number | undefined },
  precedingText = "",
): string {
  if (exitCode === undefined) return reason === "" || reason === precedingText ? t("pod.state.exitUnknown") : reason;
  if (reason === "" || reason === "Error" || reason === "Completed" || reason === precedingText)
    return t("pod.state.exit", { code: exitCode });
  return t("pod.state.exitAs", { reason, code: exitCode });
}

/** Returns `Error: exit code 1, 5 restarts, next try in about 2m`, or `image agent:2 not found: next
 *  try within 5m`. */
function failingWords(t: Translate, state: Extract<PodState, { readonly kind: "failing" }>, nowMs: number): string {
  const reason = causeOrPortSentence(t, state.reason);
  const parts = [
    state.exit === undefined ? undefined : exitWords(t, state.exit, reason),
    state.restarts === 0 ? undefined : t("pod.state.restarts", { count: state.restarts }),
    state.nextTry === undefined ? undefined : nextTryWords(t, state.nextTry, nowMs),
  ].filter((part) => part !== undefined);
  return `${reason}${parts.length === 0 ? "" : `${t("model.colon")}${parts.join(t("model.comma"))}`}`;
}

function terminatingWords(t: Translate, goneByMs: number | undefined, nowMs: number): string {
  if (goneByMs === undefined) return t("pod.state.terminating");
  return goneByMs > nowMs ? t("pod.state.terminatingLeft", { age: ageText(goneByMs - nowMs) }) : t("pod.state.terminatingLate");
}

const durationWords = (t: Translate, sinceMs: number | undefined, nowMs: number): string =>
  sinceMs === undefined ? t("pod.state.now") : t("pod.state.lasts", { age: ageText(nowMs - sinceMs) });

function sentenceOf(t: Translate, state: PodState, nowMs: number): string {
  switch (state.kind) {
    case "untold":
      return t("pod.state.untold");
    case "terminating":
      return terminatingWords(t, state.goneByMs, nowMs);
    case "failing":
      return failingWords(t, state, nowMs);
    case "unscheduled":
      return state.reason === undefined ? t("pod.state.waitsForScheduler") : causeOrPortSentence(t, state.reason);
    case "starting":
      return state.step === undefined ? t("pod.state.starting") : t(`laterModel.step.${state.step}`);
    case "nodeSilent":
      return t("pod.state.nodeSilent");
    case "unready":
      return state.reason === undefined ? t("pod.state.wasReady") : causeOrPortSentence(t, state.reason);
    case "ready":
      return state.availableAtMs === undefined
        ? t("pod.state.notAvailableYet")
        : t("pod.state.availableIn", { age: ageText(state.availableAtMs - nowMs) });
    case "available":
    case "running":
      return durationWords(t, state.sinceMs, nowMs);
    case "succeeded":
      return t("pod.state.succeeded");
    default:
      return assertNever(state);
  }
}

/** States whose word includes their duration. */
const HAS_LASTED: ReadonlySet<PodState["kind"]> = new Set(["failing", "unscheduled", "starting", "nodeSilent", "unready"]);

const RUNS: ReadonlySet<PodState["kind"]> = new Set(["ready", "available", "running"]);

/** Returns the first line of a pod's page: its state, the cause, and the next try. */
export function podVerdict(t: Translate, state: PodState, nowMs: number, isMisscheduled = false): PodVerdict {
  const sinceMs = "sinceMs" in state && HAS_LASTED.has(state.kind) ? state.sinceMs : undefined;
  const word = t(`pod.word.${state.kind}`);
  return {
    look: isMisscheduled && RUNS.has(state.kind) ? plainCellStyle("misscheduled") : LOOKS[state.kind],
    word: sinceMs === undefined ? word : `${word} ${ageSince(t, sinceMs, nowMs)}`,
    sentence: sentenceOf(t, state, nowMs),
    isBad: state.kind === "failing",
  };
}

/** Names the failing container of the page's first line: `container fluentd, memory limit 200Mi`. Undefined if the pod
 *  has no other container and no memory limit was exceeded. */
export function failingContainerText(t: Translate, pod: PodDetail, state: PodState): string | undefined {
  const name = state.kind === "failing" ? state.container : undefined;
  const container = pod.containers.find((each) => each.name === name);
  if (container === undefined || state.kind !== "failing") return undefined;
  const limit = container.limits.memory;
  const containerWords = pod.containers.length > 1 ? [t("pod.state.container", { name: container.name })] : [];
  const limitWords = state.exit?.reason === "OOMKilled" && limit !== undefined ? [t("pod.state.memoryLimit", { limit })] : [];
  return containerWords.length + limitWords.length === 0 ? undefined : [...containerWords, ...limitWords].join(t("model.comma"));
}
