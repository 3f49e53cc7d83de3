import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import type { DaemonSetView } from "../address/url.ts";
import { usePod } from "../api/queries.ts";
import { useFreshness, useNow } from "../cluster/cluster-context.ts";
import { podMessageWords } from "../model-words/pod-words.ts";
import css from "./explain.module.css";
import { FitLines, waitsForCapacity } from "./FitLines.tsx";
import { NextLinks } from "./GoOn.tsx";
import { LastEvents } from "./LastEvents.tsx";
import { retryDelayText, retrySentence } from "./next-sentence.ts";
import { sameProblemElsewhere } from "./same-elsewhere.ts";

const NAMES_TOLD = 3;

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
  const same = pod.trouble === undefined ? undefined : sameProblemElsewhere(record, pod.trouble, node, byte);
  if (same === undefined) return null;
  if (same.count === 0) return <>{t("explain.onlyHere")}</>;
  const named = same.nodes.slice(0, NAMES_TOLD);
  const names = named.join(t("model.listComma"));
  const more = same.count - named.length;
  return <>{t("explain.sameOn", { names: more > 0 ? t("explain.andMore", { names, count: more }) : names })}</>;
}

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
  const message = podMessageWords(t, pod);
  const nowMs = useNow();
  const read = usePod(view.namespace, pod.name, byte, useFreshness().kind === "live", undefined);
  const next = retrySentence(t, pod, retryDelayText(read.data, nowMs), nowMs);
  return (
    <>
      {message === undefined ? null : <p className={css.failure}>{message}</p>}
      <p className={css.around}>
        <Elsewhere record={record} pod={pod} node={node} byte={byte} /> {next}
      </p>
      <NextLinks view={view} pod={pod.name} crashed={pod.restarts > 0} whole={read.data?.kind === "there" ? read.data.pod : undefined} />
      {waitsForCapacity(pod) ? <FitLines namespace={view.namespace} daemonSet={view.name} node={node} /> : null}
      <LastEvents read={read} />
    </>
  );
}
