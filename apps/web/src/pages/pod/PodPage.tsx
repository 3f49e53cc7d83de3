import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { cellAtPair } from "@daemonscope/shared/state/cluster-state";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { usePod } from "../../data/api/queries.ts";
import { useClusterView, useFreshness, useNow } from "../../data/hooks/cluster-context.ts";
import type { PodView } from "../../data/url/url.ts";
import { copyText } from "../../ui/announce/copy-text.ts";
import { useTitle } from "../../ui/announce/use-title.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { PodBody } from "./PodBody.tsx";
import { PodGone } from "./PodGone.tsx";
import { useSeenPod } from "./use-seen-pod.ts";

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
