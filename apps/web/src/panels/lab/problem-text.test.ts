import { expect, test } from "vitest";
import { labIn } from "./lab-translator.fixture.ts";
import { labProblemSentence } from "./problem-text.ts";

test("suggests the nearest story for an unknown one, or links to the list", () => {
  const unknown = { code: "StoryNotFound", message: "", params: { name: "hw-rgn" } };
  expect(labProblemSentence({ ...unknown, nearest: ["hw-rng"] }, labIn("en")).text).toBe(
    "There is no story “hw-rgn”. The nearest is hw-rng.",
  );
  expect(labProblemSentence({ ...unknown, nearest: ["a", "b"] }, labIn("zh-TW")).text).toBe(
    "沒有名為「hw-rgn」的故事。最接近的是 a 或 b。",
  );
  expect(labProblemSentence(unknown, labIn("zh-CN")).text).toBe("没有名为“hw-rgn”的故事。所有故事都在列表里。");
});

test("quotes a refusal of the API server verbatim", () => {
  const message = 'DaemonSet.apps "probe" is invalid';
  expect(labProblemSentence({ code: "Invalid", message }, labIn("zh-TW"))).toEqual({ text: message, verbatim: true });
  expect(labProblemSentence({ code: "constructor", message }, labIn("en"))).toEqual({ text: message, verbatim: true });
});

test("a sentence without a field has no placeholder", () => {
  const params = { command: "play", field: "", rule: "must be object" };
  expect(labProblemSentence({ code: "BadCommand", message: "", params }, labIn("en")).text).toBe(
    "The command play cannot be read: must be object.",
  );
});
