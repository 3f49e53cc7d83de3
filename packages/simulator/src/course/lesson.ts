import type { InEachLanguage } from "@daemonscope/kube/base/languages";
import type { Store } from "@daemonscope/simulated-apiserver/objects/contract";

/** The objects that a check reads. */
export type CourseCluster = Pick<Store, "get" | "list">;

/** A pure function of the current objects. It has no memory, so that a reload of the page changes nothing. */
type Check = (cluster: CourseCluster) => boolean;

export interface Answer {
  readonly words: InEachLanguage;
  /** Reports whether the answer describes the cluster after the step. Exactly one answer of a question holds. */
  readonly holds: Check;
}

interface AnyStep {
  /** The situation and the question, or the goal. It does not state the outcome. */
  readonly words: InEachLanguage;
  /** The story time at which a question is checked, or at which an exercise begins, in milliseconds. */
  readonly atMs: number;
  /** The page on which the step begins, as a path below the base. It shows nothing of the outcome of a question. */
  readonly from: string;
  /** The page that shows the outcome, as a path below the base. */
  readonly page: string;
  /** The path of the object whose row is highlighted on that page. Absent if the page selects a cell itself. */
  readonly row?: string;
  /** The explanation, which is shown after the outcome. */
  readonly why: InEachLanguage;
  /** The heading of the concepts that explains more. */
  readonly concept: string;
  /** The rule that decides. */
  readonly rule: string;
}

/** Asks what will happen, and plays the story until `atMs`. */
interface Question extends AnyStep {
  readonly kind: "question";
  readonly answers: readonly Answer[];
}

/** Asks the learner to change the cluster. */
export interface Exercise extends AnyStep {
  readonly kind: "exercise";
  /** The manifest in YAML from which the learner starts. */
  readonly manifest?: string;
  readonly goal: Check;
  /** The ways to lose the exercise. Each has one sentence, and the learner starts over. */
  readonly losses: readonly Answer[];
}

export type LessonStep = Question | Exercise;

/** Steps on one story. A step continues at the story time of the step before it. */
export interface Lesson {
  readonly name: string;
  readonly story: string;
  readonly title: InEachLanguage;
  readonly steps: readonly LessonStep[];
}
