import { expect, test } from "vitest";
import { ALL_PROBLEM_SENTENCES, problemSentence } from "./problem-words.ts";

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();

test("every sentence is there in three languages, with the same names in it", () => {
  for (const [code, [en, ...others]] of ALL_PROBLEM_SENTENCES)
    for (const text of others) {
      expect(text, code).not.toBe(en);
      expect(placeholders(text), code).toEqual(placeholders(en));
    }
});

test("a story that is not there is answered with the nearest, or with the way to the list", () => {
  const unknown = { code: "StoryNotFound", message: "", params: { name: "hw-rgn" } };
  expect(problemSentence({ ...unknown, nearest: ["hw-rng"] }, "en").text).toBe("There is no story “hw-rgn”. The nearest is hw-rng.");
  expect(problemSentence({ ...unknown, nearest: ["a", "b"] }, "zh-TW").text).toBe("沒有名為「hw-rgn」的故事。最接近的是 a 或 b。");
  expect(problemSentence(unknown, "zh-CN").text).toBe("没有名为“hw-rgn”的故事。所有故事都在列表里。");
});

test("what the API server refused is said in its own words", () => {
  const message = 'DaemonSet.apps "probe" is invalid';
  expect(problemSentence({ code: "Invalid", message }, "zh-TW")).toEqual({ text: message, verbatim: true });
  expect(problemSentence({ code: "constructor", message }, "en")).toEqual({ text: message, verbatim: true });
});

test("a sentence without a field has no gap", () => {
  const params = { command: "play", field: "", rule: "must be object" };
  expect(problemSentence({ code: "BadCommand", message: "", params }, "en").text).toBe("The command play cannot be read: must be object.");
});
