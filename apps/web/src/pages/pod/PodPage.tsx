import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { withEarlierRuns } from "@daemonscope/daemonset/pods/life/container-lane";
import type { EndedRun } from "@daemonscope/daemonset/pods/life/pod-detail";
import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import { cellAtPair } from "@daemonscope/shared/state/cluster-state";
import { useState } from "react";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { usePod } from "../../data/api/queries.ts";
import { useClusterView, useFreshness, useNow } from "../../data/hooks/cluster-context.ts";
import type { PodView } from "../../data/url/url.ts";
import { copyText } from "../../ui/announce/copy-text.ts";
import { useTitle } from "../../ui/announce/use-title.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { PodBody } from "./PodBody.tsx";
import { PodGone } from "./PodGone.tsx";

/** Data of the pod that the page keeps while it is open, because the API loses past runs and deleted pods. */
interface SeenPod {
  readonly uid: string | undefined;
  readonly key: string | undefined;
  readonly node: string | undefined;
  readonly isGone: boolean;
  /** Ended runs, by container. */
  readonly runs: ReadonlyMap<string, readonly EndedRun[]>;
}

const NOTHING: SeenPod = { uid: undefined, key: undefined, node: undefined, isGone: false, runs: new Map() };

/** Returns what is known after another answer; the same object if nothing changed. A pod with the same name and
 *  another uid is another pod. */
export function updateSeenPod(before: SeenPod, answer: PodPageAnswer | undefined): SeenPod {
  if (answer === undefined) return before;
  if (answer.kind === "gone") return before.isGone ? before : { ...before, isGone: true };
  const { pod, daemonSet } = answer;
  const runs = withEarlierRuns(pod.uid === before.uid ? before.runs : NOTHING.runs, pod);
  const next = { uid: pod.uid, key: daemonSet?.key, node: pod.node, isGone: false, runs };
  return (Object.keys(next) as (keyof SeenPod)[]).every((field) => next[field] === before[field]) ? before : next;
}

/** Returns the data that the page keeps, and a function that adds an answer during the render, so that each render
 *  includes it. */
function useSeenPod(): readonly [SeenPod, (answer: PodPageAnswer | undefined) => void] {
  const [seen, setSeen] = useState(NOTHING);
  const see = (answer: PodPageAnswer | undefined) => {
    const next = updateSeenPod(seen, answer);
    if (next !== seen) setSeen(next);
  };
  return [seen, see];
}

/** One pod: its state and the cause, its history, its containers over time, its use and its events. Requested again
 *  while the page is live. */
export function PodPage({ view }: { readonly view: PodView }) {
  const { namespace, name } = view;
  const { state } = useClusterView();
  const nowMs = useNow();
  const isLive = useFreshness().kind === "live";
  const [seen, addAnswer] = useSeenPod();
  const version =
    state === undefined || seen.key === undefined || seen.node === undefined ? undefined : cellAtPair(state, seen.node, seen.key);
  const { data, error, readAtMs } = usePod(namespace, name, version, isLive, seen.isGone ? seen.node : undefined);
  addAnswer(data);
  const command = kubectlLine(state?.cluster, namespace, ["describe", "pod", name]);
  useCommand("copyName", () => void copyText(name));
  useCommand("copyKubectl", () => void copyText(command));
  if (data === undefined) return <Unread view={view} error={error} />;
  const shared = { view, command, nowMs, read: { isLive, atMs: readAtMs, problem: problemOf(error) } };
  return data.kind === "gone" ? (
    <PodGone {...shared} answer={data} />
  ) : (
    <PodBody {...shared} answer={data} state={state} runs={seen.runs} />
  );
}

const problemOf = (error: Error | null): string | undefined => (error instanceof ApiProblem ? error.message : undefined);

/** Shown before the first answer: the request is pending, or the reason why it failed. */
function Unread({ view, error }: { readonly view: PodView; readonly error: Error | null }) {
  const { t } = useTranslation();
  useTitle(`${view.namespace}/${view.name}`);
  return (
    <main className="message" aria-busy={error === null}>
      <h1 className="mono">{view.name}</h1>
      {error === null ? <p role="status">{t("pod.reading")}</p> : <p role="alert">{problemOf(error) ?? t("pod.noServer")}</p>}
    </main>
  );
}
