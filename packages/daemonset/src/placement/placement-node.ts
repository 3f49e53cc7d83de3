import type { StringMap, Taint } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";

/** All properties of a node that placement reads: no conditions, no cordon, no resources (rule P2). */
export interface PlacementNode {
  readonly name: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
}

/** Properties of a node that placement reads and that can change. The name never changes. */
export type NodeTrait = Exclude<keyof PlacementNode, "name">;

const TRAITS: Readonly<Record<NodeTrait, true>> = { taints: true, labels: true };
export const NODE_TRAITS = Object.keys(TRAITS) as readonly NodeTrait[];

/** Returns the traits in which two versions of a node differ for placement. Empty if no verdict can differ. */
export const changedTraits = (before: PlacementNode, after: PlacementNode): readonly NodeTrait[] =>
  NODE_TRAITS.filter((trait) => !isEqualJson(before[trait], after[trait]));
