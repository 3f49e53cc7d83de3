import { changeText, countText } from "../../words/format/figures.ts";

/** kubectl's columns. `room`: characters of a number and its change that fit between this number and the one before. */
export const COUNTS = [
  { letter: "D", field: "desiredNumberScheduled", room: 7 },
  { letter: "C", field: "currentNumberScheduled", room: 7 },
  { letter: "R", field: "numberReady", room: 6 },
  { letter: "U", field: "updatedNumberScheduled", room: 9 },
  { letter: "A", field: "numberAvailable", room: 8 },
] as const;

/** Returns the change of a number; undefined without one, or if it would overlap the number before. */
export function shownChange(room: number, value: number, change: number): string | undefined {
  const text = changeText(change);
  return change === 0 || text.length + countText(value).length > room ? undefined : text;
}
