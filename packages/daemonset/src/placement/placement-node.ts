import type { StringMap, Taint } from "@daemonscope/kube/objects";

/** All that placement looks at in a node: no conditions, no cordon, no resources (rule P2). */
export interface PlacementNode {
  readonly name: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
}
