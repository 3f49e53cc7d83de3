import type { CourseLesson, CourseStep } from "@daemonscope/shared/http/course";
import type { LabState } from "@daemonscope/shared/http/lab";
import type { LessonProgress } from "./course-progress.ts";

/** The reason why a step cannot go on. The learner starts it over. */
type Obstacle = "replaced" | "passed" | "changed";

export type LessonState =
  /** The story of the lesson no longer exists. */
  | { readonly kind: "noStory" }
  | { readonly kind: "intro" }
  | { readonly kind: "obstacle"; readonly step: CourseStep; readonly obstacle: Obstacle }
  | { readonly kind: "asked"; readonly step: CourseStep }
  | { readonly kind: "over"; readonly step: CourseStep; readonly results: readonly boolean[] };

/** Returns the state of a lesson from its progress and the lab. */
export function lessonState(lesson: CourseLesson, progress: LessonProgress, now: LabState, stories: readonly string[]): LessonState {
  if (!stories.includes(lesson.story)) return { kind: "noStory" };
  const step = lesson.steps[progress.step];
  if (step === undefined || progress.startedAtMs === undefined) return { kind: "intro" };
  const { results } = progress;
  const isOtherCluster = now.story !== lesson.story || now.clock.startedAtMs !== progress.startedAtMs;
  if (results !== undefined) {
    // Exactly one answer holds in a cluster that only the story changed.
    const isChanged = step.kind === "question" && results.filter((holds) => holds).length !== 1;
    return isChanged ? { kind: "obstacle", step, obstacle: "changed" } : { kind: "over", step, results };
  }
  if (isOtherCluster) return { kind: "obstacle", step, obstacle: "replaced" };
  const isPast = step.kind === "question" && now.clock.nowMs > now.clock.startedAtMs + step.atMs;
  return isPast ? { kind: "obstacle", step, obstacle: "passed" } : { kind: "asked", step };
}

/** Returns the story time at which a step begins, in milliseconds. */
export function startOfStep({ steps }: CourseLesson, at: number): number {
  const step = steps[at];
  return step?.kind === "exercise" ? step.atMs : (steps[at - 1]?.atMs ?? 0);
}
