import { expect, it } from "vitest";
import { secondsLeft } from "./seconds-left.ts";

const NOW_MS = 1_000_000;

it.each([
  ["rounds up, so that 0 appears only at the end", NOW_MS + 4001, undefined, 5],
  ["is 0 after the end", NOW_MS - 5000, 6000, 0],
  ["is less than the whole wait while it runs", NOW_MS + 4000, 6000, 4],
  ["is at most the whole wait, if the wait began after the display time", NOW_MS + 13_000, 6000, 6],
] as const)("%s", (_rule, untilMs, wholeMs, seconds) => {
  expect(secondsLeft(untilMs, NOW_MS, wholeMs)).toBe(seconds);
});
