import { isEqualJson } from "@daemonscope/kube/equal-json";
import type { StringMap, Taint } from "@daemonscope/kube/objects";

/** All that placement looks at in a node: no conditions, no cordon, no resources (rule P2). */
export interface PlacementNode {
  readonly name: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
}

/** What placement reads of a node and somebody may change: its name never changes. */
export type NodeTrait = Exclude<keyof PlacementNode, "name">;

const TRAITS: Readonly<Record<NodeTrait, true>> = { taints: true, labels: true };
export const NODE_TRAITS = Object.keys(TRAITS) as readonly NodeTrait[];

/** In what two readings of a node differ for placement; empty where no verdict on it can differ. */
export const changedTraits = (before: PlacementNode, after: PlacementNode): readonly NodeTrait[] =>
  NODE_TRAITS.filter((trait) => !isEqualJson(before[trait], after[trait]));
