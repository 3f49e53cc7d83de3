import type { CauseFact } from "./cause-fact.ts";
import type { LossCause } from "./loss-cause.ts";

/** Nodes that went NotReady after they got the new revision, more of them than chance explains (rule R12). */
export interface BrokenNodes {
  readonly kind: "broken";
  readonly count: number;
  /** Nodes that got the revision while they were Ready, these included. */
  readonly reached: number;
  /** Another DaemonSet that fits as well: nobody can tell which of the two it was. */
  readonly rival?: string;
  /** They use the places that old pods wait for, so that nothing more breaks. */
  readonly isHalted: boolean;
  readonly sickBefore: number;
  readonly sickWithout: number;
}

/** Two pods cannot be on one node. */
export interface SurgeClash {
  /** `surgeFails`: new pods wait for it now. `surgeWillFail`: those of the next rollout will. */
  readonly kind: "surgeFails" | "surgeWillFail";
  readonly ports: readonly number[];
}

/** The longest of several loops. */
export interface LoopFact {
  readonly node: string;
  readonly reason: string;
  readonly count: number;
  readonly atLeast?: true;
}

/** What is behind a rollout that stands still. How long until the next try would grow old: it is a time of the clock. */
export type Behind = BrokenNodes | SurgeClash | (LoopFact & { readonly kind: "loop"; readonly nextTryAtMs?: number });

export interface CountedCause {
  readonly count: number;
  readonly cause: CauseFact;
}

/** What a concern says, as facts for words in any language (describe/concern-text.ts has the English ones). */
export type ConcernDetail =
  /** `refused`: the scheduler refuses all that it waits for, and it is not sure yet that waiting does not end that. */
  | (CountedCause & { readonly kind: "held"; readonly behind?: Behind; readonly refused?: true })
  | { readonly kind: "notObserved"; readonly generation: number; readonly observedGeneration: number }
  | { readonly kind: "idle"; readonly free: number; readonly allowed: number }
  /** Nodes with an available new pod beside the old one, at which the controller does not look again. */
  | { readonly kind: "passedOver"; readonly count: number }
  | BrokenNodes
  | SurgeClash
  | { readonly kind: "loops"; readonly nodes: number; readonly longest: LoopFact }
  /** `count` of the lost nodes are still there, `whatCount` of them because of `what`. */
  | {
      readonly kind: "dropped";
      readonly before: number;
      readonly desired: number;
      readonly count: number;
      readonly what: LossCause;
      readonly whatCount: number;
    }
  | (CountedCause & { readonly kind: "failing" })
  /** The largest few, and how many more there are. */
  | { readonly kind: "unavailable"; readonly count: number; readonly causes: readonly CountedCause[]; readonly more: number }
  /** `taint` is the one that keeps new pods off all of them, as kubectl writes it; absent where they differ. */
  | { readonly kind: "misscheduled"; readonly count: number; readonly taint?: string }
  | { readonly kind: "outdated" | "nodesUnready"; readonly count: number };

/** Its rollout has come to a stop because of nodes that it may have broken: no more of them break. */
export function isHalted(detail: ConcernDetail): boolean {
  const broken = detail.kind === "held" ? detail.behind : detail;
  return broken?.kind === "broken" && broken.isHalted;
}
