import { type LifecycleKind, type LifecycleNode, nodeLifecycle, signsOfLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { english } from "../english.ts";
import { lifecycleText } from "../facts/lifecycle-text.ts";

/** The part of its life in which a node is (rule N1), for programs. */
export interface LifecycleEntry {
  readonly kind: LifecycleKind;
  /** An autoscaler may remove the node, and has not begun. */
  readonly isCandidate?: true;
  /** Keys of the taints, labels, conditions or fields that state it. */
  readonly signs?: readonly string[];
  /** Absent if the kind is a state of kubectl. */
  readonly message?: string;
}

/** Returns the lifecycle of a node; undefined for a ready node. */
export function lifecycleEntry(node: LifecycleNode): LifecycleEntry | undefined {
  const lifecycle = nodeLifecycle(node);
  const { kind } = lifecycle;
  if (kind === "ready") return undefined;
  const signs = signsOfLifecycle(lifecycle).map(({ key }) => key);
  const message = lifecycleText(english, lifecycle);
  return {
    kind,
    ...(kind === "leaving" && lifecycle.isCandidate === true ? { isCandidate: true } : {}),
    ...(signs.length === 0 ? {} : { signs }),
    ...(message === undefined ? {} : { message }),
  };
}
