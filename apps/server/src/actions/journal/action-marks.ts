import type { Change, Manifest } from "@daemonscope/daemonset/actions/changes/change";
import { kindOfEdit } from "@daemonscope/daemonset/actions/changes/kinds/edit-kinds";
import { kindOfNodeChange } from "@daemonscope/daemonset/actions/changes/kinds/node-kinds";
import type { DaemonSetMarkKind, NodeMarkKind, TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import type { PreparedRequest } from "../send/prepared-request.ts";

/** An action on a DaemonSet, or on nodes. */
type Act =
  | { readonly act: DaemonSetMarkKind; readonly daemonSet: string }
  | { readonly act: NodeMarkKind; readonly nodes: readonly string[] };

const keyOf = ({ metadata: { namespace = "default", name } }: Manifest): string => `${namespace}/${name}`;

/** `node`: the node of the request. */
function actOf(change: Change, node: string, pod: PreparedRequest["pod"]): Act | undefined {
  switch (change.kind) {
    case "editDaemonSet":
      return { act: kindOfEdit(change.edit).mark, daemonSet: `${change.namespace}/${change.name}` };
    case "createDaemonSet":
      return { act: "applied", daemonSet: keyOf(change.manifest) };
    case "deleteDaemonSet":
      return { act: "deleted", daemonSet: `${change.namespace}/${change.name}` };
    case "deletePods":
      return pod && { act: "podsDeleted", daemonSet: pod.daemonSetKey };
    case "nodesJoin":
    case "nodesLeave":
      return undefined;
    default:
      return { act: kindOfNodeChange(change).mark, nodes: [node] };
  }
}

/**
 * Returns the marks of the requests that the API server accepted: one per action and DaemonSet, and one per action for
 * all its nodes.
 */
export function actionMarks(done: readonly Pick<PreparedRequest, "object" | "changes" | "pod">[], atMs: number): readonly TimelineMark[] {
  const marks = new Map<string, TimelineMark>();
  for (const { object, changes, pod } of done)
    for (const change of changes) {
      const acted = actOf(change, object.name, pod);
      if (acted === undefined) continue;
      if ("daemonSet" in acted) {
        marks.set(`${acted.act} ${acted.daemonSet}`, { kind: "acted", atMs, ...acted });
        continue;
      }
      const before = marks.get(acted.act);
      const nodes = before?.kind === "actedOnNodes" ? before.nodes : [];
      marks.set(acted.act, { kind: "actedOnNodes", atMs, act: acted.act, nodes: [...new Set([...nodes, ...acted.nodes])] });
    }
  return [...marks.values()];
}
