import type { Seeded } from "./seeded.ts";

export interface Command {
  readonly args: readonly string[];
  readonly input?: string;
}

/** Something that a person does to a cluster, by kubectl. */
export interface Step {
  readonly words: string;
  readonly commands: readonly Command[];
  /** Some steps may be refused, as an undo without a history is. */
  readonly mayFail?: boolean;
  /** What the named cause must say if the controller does not look at once: the step before left nothing behind, so the step alone is to blame. */
  readonly lag?: RegExp | undefined;
  /** The DaemonSet of which pods are deleted by hand. */
  readonly deletesPodsOf?: string;
  /** The DaemonSet whose rollout begins. */
  readonly rollsOut?: string;
}

/** What the steps so far have made of it. */
export interface World {
  nodes: string[];
  readonly daemonSets: readonly string[];
  /** Nodes that were made NotReady by their own report. */
  readonly sick: Set<string>;
  /** Nodes whose kubelet was made to fall silent. */
  readonly silent: Set<string>;
  images: number;
  added: number;
}

export type Make = (random: Seeded, world: World) => Step;

/** Nodes that are neither sick nor silent. A node is made only one of the two: the fake kubelet of one that is heard again does not report that it is sick. */
export const wellNodes = ({ nodes, sick, silent }: World): readonly string[] =>
  nodes.filter((node) => !sick.has(node) && !silent.has(node));

export const by = (...args: string[]): Command => ({ args });
