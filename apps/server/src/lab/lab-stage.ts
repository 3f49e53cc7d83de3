import type { InEachLanguage } from "@daemonscope/kube/languages";
import type { LabStory } from "@daemonscope/shared/http/lab";
import type { ClusterClock } from "../clock.ts";

/** A cluster's clock that can be driven. */
export interface DrivenClock extends ClusterClock {
  /** Lets so many milliseconds pass at once. Only while it stands. */
  advance(ms: number): void;
  run(real: { nowMs(): number; setTimer(delayMs: number, callback: () => void): { cancel(): void } }, rate: number): void;
  stop(): void;
}

/** A step of the story that plays, as the simulator plans it. */
export interface StageStep {
  readonly name: string;
  readonly kubectl: string;
  readonly round: number | undefined;
  readonly dueAtMs: number;
  readonly done: boolean;
}

/** The simulated cluster as the lab sees it: its clock, its story, its API's address and the faults of that API. */
export interface LabStage {
  readonly url: string;
  readonly story: string;
  readonly seed: number;
  /** Cluster time at which the story began, in milliseconds. */
  readonly startedAtMs: number;
  readonly clock: DrivenClock;
  steps(): readonly StageStep[];
  /** When a story that goes round plans its next steps, in milliseconds of the cluster; undefined where none come. */
  nextRoundAtMs(): number | undefined;
  /** Carries out `{verb, resource?, …}` of the simulator's faults, or gives back why not. */
  fault(command: Readonly<Record<string, unknown>>): { readonly problem: string } | undefined;
}

/** A story from its start, or from a moment in it. */
export interface Beginning {
  readonly story: string;
  readonly seed: number;
  /** Cluster time of its start, in milliseconds; absent: now. */
  readonly startedAtMs?: number;
  /** How much of it has passed when it is first seen. */
  readonly livedMs?: number;
}

/** What can be played, and its words. */
export interface Repertoire {
  readonly stories: readonly LabStory[];
  wordsOf(story: string, step: string): InEachLanguage | undefined;
}
