import type { CourseLesson, CourseStep } from "@daemonscope/shared/http/course";
import type { LabState } from "@daemonscope/shared/http/lab";
import { expect, it } from "vitest";
import { lessonState, startOfStep } from "./lesson-state.ts";

const words = { en: "a", "zh-CN": "b", "zh-TW": "c" };
const common = { words, from: "", page: "", why: words, concept: "placement", rule: "P1" };
const question: CourseStep = { ...common, kind: "question", atMs: 20_000, answers: [words, words] };
const exercise: CourseStep = { ...common, kind: "exercise", atMs: 30_000, losses: [] };
const lesson: CourseLesson = { name: "labels", story: "hw-rng", title: words, steps: [question, exercise] };
const now = (nowMs: number, startedAtMs = 1000, story = "hw-rng"): LabState => ({
  story,
  seed: 7,
  startCount: 0,
  steps: [],
  isRunning: false,
  clock: { playing: false, speed: 1, nowMs, startedAtMs },
  actions: [],
});
const at = { step: 0, startedAtMs: 1000, isDone: false };

it.each([
  ["a story that no longer exists", at, now(1000), [], { kind: "noStory" }],
  ["a lesson that was not begun", { step: 0, isDone: false }, now(1000), ["hw-rng"], { kind: "intro" }],
  ["a step that the lesson no longer has", { ...at, step: 5 }, now(1000), ["hw-rng"], { kind: "intro" }],
  ["a question", at, now(21_000), ["hw-rng"], { kind: "asked", step: question }],
  ["a question whose outcome is visible", at, now(21_001), ["hw-rng"], { kind: "obstacle", step: question, obstacle: "passed" }],
  ["another cluster", at, now(1000, 999), ["hw-rng"], { kind: "obstacle", step: question, obstacle: "replaced" }],
  ["another story", at, now(1000, 1000, "tour"), ["hw-rng"], { kind: "obstacle", step: question, obstacle: "replaced" }],
  [
    "one answer that holds",
    { ...at, results: [false, true] },
    now(9),
    ["hw-rng"],
    { kind: "over", step: question, results: [false, true] },
  ],
  [
    "no answer that holds",
    { ...at, results: [false, false] },
    now(9),
    ["hw-rng"],
    { kind: "obstacle", step: question, obstacle: "changed" },
  ],
  ["an exercise at any later time", { ...at, step: 1 }, now(999_000), ["hw-rng"], { kind: "asked", step: exercise }],
] as const)("%s", (_what, progress, state, stories, expected) => {
  expect(lessonState(lesson, progress, state, stories)).toEqual(expected);
});

it("a question begins where the step before it was checked, and an exercise at its own time", () => {
  expect([startOfStep(lesson, 0), startOfStep(lesson, 1)]).toEqual([0, 30_000]);
});
