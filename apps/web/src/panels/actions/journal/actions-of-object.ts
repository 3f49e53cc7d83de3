import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import type { DaemonSetView, NodeView } from "../../../data/url/url.ts";

/** Prefix of a node request in `sent`. */
const NODE_REQUEST = "PATCH nodes/";

/** Reports whether a pod belongs to a DaemonSet: its name is that of the DaemonSet, a dash and five characters. */
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

/** Returns the action runs on one DaemonSet or its pods. */
export const actionsOf = (records: readonly ActionRecord[], namespace: string, name: string): readonly ActionRecord[] =>
  records.filter(({ question }) => question.steps.some((step) => isStepOf(step, namespace, name)));

/** Returns the nodes that an action changed or will change. */
const nodesOf = ({ sent }: ActionRecord): readonly string[] =>
  sent.flatMap((words) => (words.startsWith(NODE_REQUEST) ? [words.slice(NODE_REQUEST.length)] : []));

/**
 * Returns the action runs for the subject of a page. For a DaemonSet these include runs on nodes: taints and labels of
 * nodes move its pods.
 */
export function actionsNear(records: readonly ActionRecord[], view: DaemonSetView | NodeView): readonly ActionRecord[] {
  if (view.page === "node") return records.filter((record) => nodesOf(record).includes(view.name));
  const objectActions = new Set(actionsOf(records, view.namespace, view.name));
  return records.filter((record) => objectActions.has(record) || nodesOf(record).length > 0);
}

/** Returns the running batch of a DaemonSet, or the last one if it ended early. */
export function activeBatch(records: readonly ActionRecord[]): ActionRecord | undefined {
  const batches = records.filter(({ batch }) => batch !== undefined);
  const running = batches.find(({ state }) => state.kind === "running" || state.kind === "sent" || state.kind === "accepted");
  const [last] = batches;
  return running ?? (last?.state.kind === "partly" ? last : undefined);
}
