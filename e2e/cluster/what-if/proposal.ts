import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { Seeded } from "../differential/seeded.ts";

/** The current objects that a proposal may change. */
export interface Known {
  readonly nodes: readonly string[];
  /** DaemonSets of namespace default by name, with the manifest that was applied last. */
  readonly daemonSets: ReadonlyMap<string, unknown>;
  /** Numbers of the revisions of each. */
  readonly revisions: ReadonlyMap<string, readonly number[]>;
  /** Names of the DaemonSets with the strategy RollingUpdate. */
  readonly rolling: readonly string[];
  /** Names of pods of DaemonSets. */
  readonly pods: readonly string[];
  /** The number of the proposal, which makes names and tags unique. */
  readonly number: number;
}

/** Returns a random step of one kind; undefined if no object fits. */
export type Propose = (random: Seeded, known: Known) => Step | undefined;

/** The kinds of proposals by name, with their weights. */
export type Proposals = Readonly<Record<string, readonly [weight: number, propose: Propose]>>;

export const NAMESPACE = "default";
