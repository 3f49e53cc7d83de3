import { type InEachLanguage, LANGUAGES } from "@daemonscope/kube/base/languages";
import type { LabState, LabStep } from "@daemonscope/shared/http/lab";
import { expect, test } from "vitest";
import { lastDone, narrationNow, storyTime } from "./story-progress.ts";

const words = (text: string) =>
  Object.fromEntries(LANGUAGES.map(({ language }) => [language, language === "en" ? text : `${text} in ${language}`])) as InEachLanguage;
const step = (name: string, done: boolean): LabStep => ({ name, done, dueAtMs: 0, kubectl: `kubectl ${name}\nmore`, words: words(name) });
const now = (steps: readonly LabStep[]): LabState => ({
  story: "s",
  seed: 1,
  startCount: 0,
  steps,
  isRunning: false,
  clock: { playing: false, speed: 1, nowMs: 0, startedAtMs: 0 },
  actions: [],
});
const story = { name: "s", title: words("title"), opening: words("opening"), opensOn: "", fits: [] };

test("shows the opening before the first step, and then the text of the last step", () => {
  expect(narrationNow(now([step("a", false)]), story, "zh-TW")).toBe("opening in zh-TW");
  expect(narrationNow(now([step("a", true), step("b", true), step("c", false)]), story, "en")).toBe("b");
  expect(lastDone(now([step("a", false)]))).toBeUndefined();
});

test("shows the command of a step without a text", () => {
  const { words: _none, ...bare } = step("a", true);
  expect(narrationNow(now([bare]), story, "zh-CN")).toBe("kubectl a");
});

test.each([
  [0, "+0:00"],
  [65_400, "+1:05"],
  [3_725_000, "+1:02:05"],
  [-5, "+0:00"],
])("%i ms are shown as %s", (ms, text) => {
  expect(storyTime(ms)).toBe(text);
});
