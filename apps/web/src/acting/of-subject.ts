import type { Step } from "@daemonscope/daemonset/actions/step";
import type { ActionRecord } from "@daemonscope/shared/http/acting";
import type { DaemonSetView, NodeView } from "../address/url.ts";

/** So a request at a node is written down. */
const NODE_REQUEST = "PATCH nodes/";

/** Names of pods of a DaemonSet begin with its own, and end with five more letters. */
const isPodOf = (name: string, pod: string): boolean => pod.startsWith(`${name}-`) && pod.length === name.length + 6;

function isStepOf(step: Step, namespace: string, name: string): boolean {
  switch (step.kind) {
    case "edit":
    case "delete":
      return step.namespace === namespace && step.name === name;
    case "deletePods":
      return step.namespace === namespace && step.pods.some((pod) => isPodOf(name, pod));
    case "apply":
      return (step.manifest.metadata.namespace ?? "default") === namespace && step.manifest.metadata.name === name;
    default:
      return false;
  }
}

/** What was done to one DaemonSet or its pods. */
export const actionsOf = (records: readonly ActionRecord[], namespace: string, name: string): readonly ActionRecord[] =>
  records.filter(({ question }) => question.steps.some((step) => isStepOf(step, namespace, name)));

/** Nodes that it changed, or is to change. */
const nodesOf = ({ sent }: ActionRecord): readonly string[] =>
  sent.flatMap((words) => (words.startsWith(NODE_REQUEST) ? [words.slice(NODE_REQUEST.length)] : []));

/** What was done to whom a page is about. Of a DaemonSet also what was done to nodes: a taint or a label of theirs moves its pods. */
export function actionsAround(records: readonly ActionRecord[], view: DaemonSetView | NodeView): readonly ActionRecord[] {
  if (view.page === "node") return records.filter((record) => nodesOf(record).includes(view.name));
  const own = new Set(actionsOf(records, view.namespace, view.name));
  return records.filter((record) => own.has(record) || nodesOf(record).length > 0);
}

/** The batch of a DaemonSet that runs, or else the last one that ended before its end. */
export function batchOf(records: readonly ActionRecord[]): ActionRecord | undefined {
  const batches = records.filter(({ batch }) => batch !== undefined);
  const running = batches.find(({ state }) => state.kind === "running" || state.kind === "sent" || state.kind === "accepted");
  const [last] = batches;
  return running ?? (last?.state.kind === "partly" ? last : undefined);
}
