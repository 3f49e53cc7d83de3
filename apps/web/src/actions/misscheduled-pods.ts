import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";

/** The pods that stay on nodes that want none: a taint came after them that evicts nobody. Those that the controller deletes, or that are on their way out, need nobody. */
export function misscheduledPods({ nodes }: Pick<DaemonSetPodsAnswer, "nodes">): readonly string[] {
  return nodes.flatMap(({ verdict, pods }) =>
    verdict === "keep" ? pods.flatMap(({ name, terminatingSinceMs }) => (terminatingSinceMs === undefined ? [name] : [])) : [],
  );
}
