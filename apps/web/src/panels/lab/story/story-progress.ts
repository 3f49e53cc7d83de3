import type { Language } from "@daemonscope/kube/base/languages";
import type { LabState, LabStep, LabStory } from "@daemonscope/shared/http/lab";

/** Formats the time since the story began: `+1:05`, or `+1:02:05` after an hour. */
export function storyTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${twoDigits(seconds % 60)}`;
  return hours > 0 ? `+${hours}:${twoDigits(Math.floor(seconds / 60) % 60)}:${rest}` : `+${Math.floor(seconds / 60)}:${rest}`;
}

/** Reports whether all steps are done and the story does not go on by itself. */
export const isStoryFinished = ({ steps, isRunning }: Pick<LabState, "steps" | "isRunning">): boolean =>
  !isRunning && steps.every(({ done }) => done);

/** Reports whether the story is at its start: paused, without elapsed time, and without an action. */
export const isAtStart = ({ clock, actions }: Pick<LabState, "clock" | "actions">): boolean =>
  !clock.playing && clock.nowMs <= clock.startedAtMs && actions.length === 0;

/** Returns the last completed step; undefined before the first. */
export function lastDone({ steps }: Pick<LabState, "steps">): LabStep | undefined {
  return steps.findLast(({ done }) => done);
}

/** Returns the text of the current step, or the opening. A step without words shows its command. */
export function narrationNow(now: LabState, story: LabStory | undefined, language: Language): string {
  const last = lastDone(now);
  if (last !== undefined) return last.words?.[language] ?? last.kubectl.split("\n", 1)[0] ?? last.name;
  return story?.opening[language] ?? "";
}
