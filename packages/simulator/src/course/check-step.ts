import type { CourseCluster, LessonStep } from "./lesson.ts";

/** The checks of a step, in the order of its answers, or of its goal and its losses. */
export function checkStep(cluster: CourseCluster, step: LessonStep): readonly boolean[] {
  const checks = step.kind === "question" ? step.answers.map(({ holds }) => holds) : [step.goal, ...step.losses.map(({ holds }) => holds)];
  return checks.map((holds) => holds(cluster));
}
