import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { useTranslation } from "react-i18next";
import { usePod } from "../../../data/api/queries.ts";
import { useFreshness, useNow } from "../../../data/hooks/cluster-context.ts";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { CauseHelp } from "../../causes/CauseHelp.tsx";
import { CauseMessage } from "../../causes/CauseMessage.tsx";
import { PodLogTail } from "../../causes/LogTail.tsx";
import { occurrenceText } from "../../causes/occurrence-text.ts";
import { NextLinks } from "../NextLinks.tsx";
import css from "../proof/explain.module.css";
import { Elsewhere } from "./Elsewhere.tsx";
import { FitLines, waitsForCapacity } from "./FitLines.tsx";
import { LastEvents } from "./LastEvents.tsx";
import { nextTryOf, retrySentence } from "./retry-text.ts";

/** Causes of a pod that runs now: its present log says more than that of an earlier run. */
const RUNS: ReadonlySet<CauseKind | undefined> = new Set(["readinessProbe", "readinessGate"]);

/**
 * A pod that does not progress. Shows its message, other nodes with the same problem, the next step, links and the last
 * events.
 */
export function FailingPod({
  view,
  node,
  pod,
  record,
  byte,
}: {
  readonly view: DaemonSetView;
  readonly node: string;
  readonly pod: PodAnswer;
  readonly record: DaemonSetRecord | undefined;
  /** The cell of the node. */
  readonly byte: CellByte | undefined;
}) {
  const { t } = useTranslation();
  const { trouble, troubleDetail = {} } = pod;
  // The last exit is in `known`.
  const message = troubleDetail.message ?? (pod.lastExit === undefined ? pod.message : undefined);
  const nowMs = useNow();
  const read = usePod(view.namespace, pod.name, byte, useFreshness().kind === "live", undefined);
  const known = trouble === undefined ? "" : occurrenceText(t, trouble, troubleDetail, nowMs);
  const next = retrySentence(t, pod, nextTryOf(read.data, nowMs), nowMs);
  return (
    <>
      {message === undefined ? null : <CauseMessage message={message} />}
      {known === "" ? null : <p className="i3">{known}</p>}
      <p className={css.around}>
        <Elsewhere record={record} cause={trouble} node={node} byte={byte} /> {next}
      </p>
      {trouble === undefined ? null : <CauseHelp cause={trouble} />}
      <NextLinks
        view={view}
        pod={pod.name}
        crashed={pod.restarts > 0 && !RUNS.has(trouble?.kind)}
        podDetail={read.data?.kind === "there" ? read.data.pod : undefined}
      />
      {trouble === undefined ? null : <PodLogTail view={view} cause={trouble} pod={pod} />}
      {waitsForCapacity(pod) ? <FitLines namespace={view.namespace} daemonSet={view.name} node={node} /> : null}
      <LastEvents read={read} />
    </>
  );
}
