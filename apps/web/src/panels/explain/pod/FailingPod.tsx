import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { podMessage } from "@daemonscope/words/facts/pod-message";
import { useTranslation } from "react-i18next";
import { usePod } from "../../../data/api/queries.ts";
import { useFreshness, useNow } from "../../../data/hooks/cluster-context.ts";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { NextLinks } from "../NextLinks.tsx";
import css from "../proof/explain.module.css";
import { FitLines, waitsForCapacity } from "./FitLines.tsx";
import { LastEvents } from "./LastEvents.tsx";
import { nextTryOf, retrySentence } from "./retry-text.ts";
import { sameProblemElsewhere } from "./same-problem-elsewhere.ts";

const MAX_SHOWN_NAMES = 3;

/** Lists the other nodes with the same problem. */
function Elsewhere({
  record,
  pod,
  node,
  byte,
}: {
  readonly record: DaemonSetRecord | undefined;
  readonly pod: PodAnswer;
  readonly node: string;
  readonly byte: CellByte | undefined;
}) {
  const { t } = useTranslation();
  const others = pod.trouble === undefined ? undefined : sameProblemElsewhere(record, pod.trouble, node, byte);
  if (others === undefined) return null;
  if (others.count === 0) return <>{t("explain.onlyHere")}</>;
  const named = others.nodes.slice(0, MAX_SHOWN_NAMES);
  const names = named.join(t("model.listComma"));
  const more = others.count - named.length;
  return <>{t("explain.sameOn", { names: more > 0 ? t("explain.andMore", { names, count: more }) : names })}</>;
}

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
  const message = podMessage(t, pod);
  const nowMs = useNow();
  const read = usePod(view.namespace, pod.name, byte, useFreshness().kind === "live", undefined);
  const next = retrySentence(t, pod, nextTryOf(read.data, nowMs), nowMs);
  return (
    <>
      {message === undefined ? null : <p className={css.failure}>{message}</p>}
      <p className={css.around}>
        <Elsewhere record={record} pod={pod} node={node} byte={byte} /> {next}
      </p>
      <NextLinks
        view={view}
        pod={pod.name}
        crashed={pod.restarts > 0 && !RUNS.has(pod.trouble?.kind)}
        podDetail={read.data?.kind === "there" ? read.data.pod : undefined}
      />
      {waitsForCapacity(pod) ? <FitLines namespace={view.namespace} daemonSet={view.name} node={node} /> : null}
      <LastEvents read={read} />
    </>
  );
}
