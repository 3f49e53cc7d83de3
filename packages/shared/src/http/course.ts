import type { InEachLanguage } from "@daemonscope/kube/base/languages";

interface AnyCourseStep {
  /** The situation and the question, or the goal. */
  readonly words: InEachLanguage;
  /** The story time at which a question is checked, or at which an exercise begins, in milliseconds. */
  readonly atMs: number;
  /** Path of the page on which the step begins, relative to the base path. */
  readonly from: string;
  /** Path of the page that shows the outcome, relative to the base path. */
  readonly page: string;
  /** Path of the object whose row is highlighted on that page. */
  readonly row?: string;
  readonly why: InEachLanguage;
  /** Anchor in the page of concepts. */
  readonly concept: string;
  readonly rule: string;
}

export type CourseStep = AnyCourseStep &
  (
    | { readonly kind: "question"; readonly answers: readonly InEachLanguage[] }
    /** `losses`: one sentence for each way to lose. `manifest`: YAML from which the learner starts. */
    | { readonly kind: "exercise"; readonly losses: readonly InEachLanguage[]; readonly manifest?: string }
  );

/** A lesson of the course: steps on one scenario. */
export interface CourseLesson {
  readonly name: string;
  readonly story: string;
  readonly title: InEachLanguage;
  readonly steps: readonly CourseStep[];
}

/** Answer of GET /api/lab-course. */
export interface CourseAnswer {
  readonly lessons: readonly CourseLesson[];
}

/** Answer of GET /api/lab-check: a step of a lesson, checked on the objects of the simulated cluster. */
export interface CourseCheck {
  /** For a question: which answers hold. For an exercise: the goal, then each loss. */
  readonly results: readonly boolean[];
  /** Start of the scenario that was checked; see `LabState.clock`. */
  readonly startedAtMs: number;
  /** URL of the API server of the simulated cluster, on the loopback address of the server. */
  readonly server: string;
}
