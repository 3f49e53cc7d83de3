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
  /**
   * The pattern of the named cause if the controller does not sync at once. The step before left no lag, so this step
   * alone is the cause.
   */
  readonly lag?: RegExp | undefined;
  /** The DaemonSet whose pods are deleted by hand. */
  readonly deletesPodsOf?: string;
  /** The DaemonSet whose rollout begins. */
  readonly rollsOut?: string;
}

/** The state after the earlier steps. */
export interface World {
  nodes: string[];
  readonly daemonSets: readonly string[];
  /** Nodes that were made NotReady by their own report. */
  readonly unready: Set<string>;
  /** Nodes whose kubelet was made to fall silent. */
  readonly silent: Set<string>;
  images: number;
  added: number;
}

export type Make = (random: Seeded, world: World) => Step;

/**
 * Nodes that are neither sick nor silent. A node is made only one of the two, because the fake kubelet of a reconnected
 * node does not report sickness.
 */
export const wellNodes = ({ nodes, unready, silent }: World): readonly string[] =>
  nodes.filter((node) => !unready.has(node) && !silent.has(node));

export const by = (...args: string[]): Command => ({ args });
