import { baseUrl } from "../../../data/url/base-url.ts";

/** The progress of a lesson in this browser. */
export interface LessonProgress {
  /** Index of the current step. */
  readonly step: number;
  /** Start of the story that the lesson plays: the identity of its cluster. Undefined before the lesson began. */
  readonly startedAtMs?: number;
  /** The chosen answer of a question. */
  readonly chosen?: number;
  /** The results of the step, once it is over. */
  readonly results?: readonly boolean[];
  /** The lesson was finished at least once. */
  readonly isDone: boolean;
}

type Progress = Readonly<Record<string, LessonProgress>>;

export const NO_PROGRESS: LessonProgress = { step: 0, isDone: false };

const storageKey = (): string => `daemonscope.course ${baseUrl().pathname}`;
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function parseLesson(value: unknown): LessonProgress {
  const { step, startedAtMs, chosen, results, isDone } = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  return {
    step: isWhole(step) ? step : 0,
    ...(isWhole(startedAtMs) ? { startedAtMs } : {}),
    ...(isWhole(chosen) ? { chosen } : {}),
    ...(Array.isArray(results) ? { results: results.map((each) => each === true) } : {}),
    isDone: isDone === true,
  };
}

/** Parses stored progress. Never fails: invalid values are left out. */
export function parseProgress(text: string | null): Progress {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    stored = {};
  }
  const lessons = typeof stored === "object" && stored !== null && !Array.isArray(stored) ? Object.entries(stored) : [];
  return Object.fromEntries(lessons.map(([name, value]) => [name, parseLesson(value)]));
}

export function readProgress(): Progress {
  try {
    return parseProgress(localStorage.getItem(storageKey()));
  } catch {
    return {};
  }
}

export function saveProgress(lesson: string, progress: LessonProgress): void {
  try {
    localStorage.setItem(storageKey(), JSON.stringify({ ...readProgress(), [lesson]: progress }));
  } catch {
    // A browser may refuse storage. The course works without it, until the page is closed.
  }
}
