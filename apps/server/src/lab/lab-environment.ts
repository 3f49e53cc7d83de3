import type { InEachLanguage } from "@daemonscope/kube/base/languages";
import type { ClusterClock } from "@daemonscope/kube-client/flow-control/clock";
import type { CourseLesson } from "@daemonscope/shared/http/course";
import type { LabStory } from "@daemonscope/shared/http/lab";

/** A cluster clock that the lab controls. */
export interface ControllableClock extends ClusterClock {
  /** Advances the clock by `ms` at once. Only allowed while it is paused. */
  advance(ms: number): void;
  run(real: { nowMs(): number; setTimer(delayMs: number, callback: () => void): { cancel(): void } }, rate: number): void;
  stop(): void;
}

/** A step of the current story, as the simulator plans it. */
interface StoryStep {
  readonly name: string;
  readonly kubectl: string;
  /** The repetition to which the step belongs, from 0; undefined for a step that runs once. */
  readonly round: number | undefined;
  readonly dueAtMs: number;
  readonly done: boolean;
  /** The messages of the API for the writes of the step that it refused. */
  readonly refusals: readonly string[];
}

/** A manifest of a static pod. */
export interface StaticPodManifest {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The manifest folders of the nodes, which the API server does not know. */
interface StaticPodFolders {
  put(node: string, manifest: StaticPodManifest): void;
  /** Returns the removed manifest, or undefined if the node has none. */
  remove(node: string, name: string): StaticPodManifest | undefined;
}

/**
 * The simulated cluster as the lab sees it, with its clock and its story. Also the URL of its API, and the faults of
 * that API.
 */
export interface LabEnvironment {
  readonly url: string;
  readonly story: string;
  readonly seed: number;
  /** Cluster time at which the story began, in milliseconds. */
  readonly startedAtMs: number;
  readonly clock: ControllableClock;
  steps(): readonly StoryStep[];
  /** Cluster time at which a repeating story plans its next steps, in milliseconds; undefined if the story ends. */
  nextRoundAtMs(): number | undefined;
  /** Applies a fault `{verb, resource?, …}` of the simulator. Returns the reason if it fails. */
  fault(command: Readonly<Record<string, unknown>>): { readonly problem: string } | undefined;
  readonly manifestFolders: StaticPodFolders;
  /** Checks a step of a lesson on the objects of the cluster. Undefined if there is no such step. */
  check(lesson: string, step: number): readonly boolean[] | undefined;
}

/** A story from its start, or from a later moment. */
export interface StoryOrigin {
  readonly story: string;
  readonly seed: number;
  /** Cluster time of its start, in milliseconds; absent: now. */
  readonly startedAtMs?: number;
  /** The story time that has passed when the cluster is first visible. */
  readonly livedMs?: number;
}

/** The stories that can be played, and their words. */
export interface ScenarioCatalog {
  readonly stories: readonly LabStory[];
  readonly lessons: readonly CourseLesson[];
  wordsOf(story: string, step: string): InEachLanguage | undefined;
}
