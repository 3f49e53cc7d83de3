import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { NextTry } from "@daemonscope/daemonset/pods/life/next-try";
import { podState } from "@daemonscope/daemonset/pods/life/pod-state";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { causeOrPortSentence, causeText } from "@daemonscope/words/facts/cause-text";
import type { ReactNode } from "react";
import { usePod } from "../../../data/api/queries.ts";
import { useFreshness, useNow } from "../../../data/hooks/cluster-context.ts";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { nextTryWords } from "../../../words/facts/next-try-text.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { CauseMessage } from "../../causes/CauseMessage.tsx";
import { FitLines, waitsForCapacity } from "../../causes/FitLines.tsx";
import { PodLogTail } from "../../causes/LogTail.tsx";
import { occurrenceText } from "../../causes/occurrence-text.ts";
import { CauseLine } from "../CauseLine.tsx";
import { CauseRemedies } from "./CauseRemedies.tsx";
import { LastEvent } from "./LastEvent.tsx";

/**
 * A pod that does not progress: its cause and the words of the API, the last lines of its log, its trail, and what
 * helps. If no container ran and the API gives no message, the last event replaces the log.
 */
export function FailingPod({
  view,
  node,
  pod,
  record,
  byte,
  trail,
}: {
  readonly view: DaemonSetView;
  readonly node: string;
  readonly pod: PodAnswer;
  readonly record: DaemonSetRecord | undefined;
  /** The cell of the node. */
  readonly byte: CellByte | undefined;
  readonly trail: ReactNode;
}) {
  const { t } = useTranslation();
  const { trouble, troubleDetail = {} } = pod;
  // The last exit is in `known`.
  const message = troubleDetail.message ?? (pod.lastExit === undefined ? pod.message : undefined);
  const nowMs = useNow();
  const read = usePod(view.namespace, pod.name, byte, useFreshness().kind === "live", undefined);
  const known = [
    trouble === undefined ? "" : occurrenceText(t, withoutHeadReason(t, trouble), troubleDetail, nowMs),
    retryText(t, pod, nextTryOf(read.data, nowMs), nowMs),
  ];
  return (
    <>
      {trouble === undefined ? null : (
        <CauseLine
          cause={causeOrPortSentence(t, trouble, record?.hostPorts)}
          known={known.filter((words) => words !== "").join(t("model.listComma"))}
        />
      )}
      {message === undefined ? null : <CauseMessage message={message} />}
      {waitsForCapacity(pod) ? <FitLines namespace={view.namespace} daemonSet={view.name} node={node} /> : null}
      {trouble !== undefined && CAUSES[trouble.kind].log !== undefined ? (
        <PodLogTail view={view} cause={trouble} pod={pod} />
      ) : message === undefined ? (
        <LastEvent read={read} />
      ) : null}
      {trail}
      {trouble === undefined ? null : <CauseRemedies cause={trouble} record={record} />}
    </>
  );
}

/** Removes the reason of a cause if the head of the panel has it. */
function withoutHeadReason(t: Translate, cause: CauseFact): CauseFact {
  const { reason, ...unnamed } = cause;
  return reason !== undefined && causeText(t, cause).includes(reason) ? unnamed : cause;
}

/**
 * Returns when the kubelet retries a pod. Undefined if no retry is known, or before the pod is read.
 */
export function nextTryOf(answer: PodPageAnswer | undefined, nowMs: number): NextTry | undefined {
  if (answer?.kind !== "there") return undefined;
  const state = podState(answer.pod, answer.daemonSet?.minReadySeconds, nowMs);
  return state.kind === "failing" ? state.nextTry : undefined;
}

/** Returns the next automatic step as a phrase, if known; empty if nothing retries. */
export function retryText(
  t: Translate,
  { trouble, scheduled }: Pick<PodAnswer, "trouble" | "scheduled">,
  nextTry: NextTry | undefined,
  nowMs: number,
): string {
  if (nextTry !== undefined) return nextTryWords(t, nextTry, nowMs);
  return trouble !== undefined && !scheduled && CAUSES[trouble.kind].matches.some(({ from }) => from === "scheduler")
    ? t("explain.schedulerWaits")
    : "";
}
