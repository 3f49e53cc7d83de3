import type { CourseCheck, CourseLesson } from "@daemonscope/shared/http/course";
import type { LabState } from "@daemonscope/shared/http/lab";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useState } from "react";
import { fetchJson } from "../../../data/api/fetch-answer.ts";
import { navigate } from "../../../data/url/navigation.ts";
import { parseView } from "../../../data/url/url.ts";
import type { LabUse } from "../use-lab.ts";
import { type LessonProgress, NO_PROGRESS, readProgress, saveProgress } from "./course-progress.ts";
import { startOfStep } from "./lesson-state.ts";

/** Every learner sees the same cluster. */
const SEED = 7;
/** A question is played in slices, so that the learner sees how the cluster gets to the outcome. */
const SLICES = 8;
const SLICE_PAUSE_MS = 300;
/** Cluster seconds per real second during an exercise: a pod starts within a second. */
const EXERCISE_SPEED = 5;

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Checks a step of a lesson on the cluster. */
export const fetchCheck = (lesson: string, step: number, signal?: AbortSignal): Promise<CourseCheck> =>
  fetchJson<CourseCheck>(PATHS.labCheck, { lesson, step: String(step) }, signal);

/** Opens the page of a step. */
export function openPage(path: string): void {
  const [pathname = "", search = ""] = path.split("?");
  navigate(parseView(`/${pathname}`, search));
}

/** The progress of a lesson, and the actions that change it. */
export interface LessonUse {
  readonly progress: LessonProgress;
  readonly busy: boolean;
  /** Starts the story again, and plays it up to the beginning of a step. */
  begin(step: number): Promise<void>;
  /** Saves an answer, plays to the outcome, and checks it. */
  play(chosen: number): Promise<void>;
  finish(results: readonly boolean[]): void;
  /** Goes on to the next step. */
  next(): Promise<void>;
}

export function useLesson(lab: LabUse, lesson: CourseLesson): LessonUse {
  const [progress, setProgress] = useState(() => readProgress()[lesson.name] ?? NO_PROGRESS);
  const [busy, setBusy] = useState(false);
  const { steps, story } = lesson;

  const save = (next: LessonProgress) => {
    saveProgress(lesson.name, next);
    setProgress(next);
  };
  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  /** Advances the story to `atMs`. Returns undefined if a command was refused. */
  const advanceTo = async (from: LabState, atMs: number, slices: number): Promise<LabState | undefined> => {
    let now: LabState | undefined = from;
    for (let left = slices; left > 0 && now !== undefined; left--) {
      const missingMs: number = now.clock.startedAtMs + atMs - now.clock.nowMs;
      if (missingMs <= 0) return now;
      if (left < slices) await new Promise((resolve) => setTimeout(resolve, SLICE_PAUSE_MS));
      now = await lab.command("advance", { ms: Math.ceil(missingMs / left) });
    }
    return now;
  };
  const enter = async (now: LabState, step: number) => {
    const isExercise = steps[step]?.kind === "exercise";
    const state = await advanceTo(now, startOfStep(lesson, step), 1);
    if (state === undefined) return;
    if (isExercise && (await lab.command("play", { speed: EXERCISE_SPEED })) === undefined) return;
    const entered = steps[step];
    if (entered !== undefined) openPage(entered.from);
    save({ step, startedAtMs: state.clock.startedAtMs, isDone: progress.isDone });
  };
  const finish = (results: readonly boolean[]) => {
    const isDone = progress.isDone || progress.step === steps.length - 1;
    save({ ...progress, results, isDone });
  };
  return {
    progress,
    busy,
    begin: (step) =>
      whileBusy(async () => {
        await lab.command("pause", {});
        const now = await lab.command("story", { name: story, seed: SEED });
        if (now === undefined) return;
        await enter(now, step);
      }),
    play: (chosen) =>
      whileBusy(async () => {
        const step = steps[progress.step];
        const now = await lab.command("pause", {});
        if (step === undefined || now === undefined) return;
        const answered = { ...progress, chosen };
        save(answered);
        if ((await advanceTo(now, step.atMs, prefersReducedMotion() ? 1 : SLICES)) === undefined) return;
        try {
          const { results } = await fetchCheck(lesson.name, progress.step);
          save({ ...answered, results, isDone: progress.isDone || progress.step === steps.length - 1 });
          openPage(step.page);
        } catch {
          lab.showProblem({ code: "NoServer", message: "" });
        }
      }),
    finish,
    next: () =>
      whileBusy(async () => {
        const now = await lab.command("pause", {});
        if (now === undefined) return;
        const next = progress.step + 1;
        if (now.clock.startedAtMs === progress.startedAtMs) await enter(now, next);
        // The step then states that its cluster was replaced.
        else save({ step: next, startedAtMs: progress.startedAtMs ?? 0, isDone: progress.isDone });
      }),
  };
}
