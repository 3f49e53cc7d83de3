import type { Seeded } from "./seeded.ts";

export interface Command {
  readonly args: readonly string[];
  readonly input?: string;
}

/** A change of a cluster by kubectl. */
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
  /** Nodes whose kubelet is stopped. */
  readonly silent: Set<string>;
  /** The number of the next image tag. */
  images: number;
  /** The number of nodes that steps have added. */
  added: number;
}

export type Make = (random: Seeded, world: World) => Step;

/**
 * Returns the nodes that are neither `unready` nor `silent`. A step makes a node only one of the two. The fake kubelet
 * of a reconnected node does not report NotReady.
 */
export const wellNodes = ({ nodes, unready, silent }: World): readonly string[] =>
  nodes.filter((node) => !unready.has(node) && !silent.has(node));

export const kubectlCommand = (...args: string[]): Command => ({ args });
