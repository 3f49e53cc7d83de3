import { expect, it } from "vitest";
import { toSentence } from "./to-sentence.ts";

it.each([
  ["the nodes cannot be read", "The nodes cannot be read."],
  ["No node is called n9.", "No node is called n9."],
  ["a=b:NoRun is no taint", "a=b:NoRun is no taint."],
  ["spec.selector: Required value", "spec.selector: Required value."],
  ["worker-1 is gone", "worker-1 is gone."],
])("%s becomes %s: a name or a value keeps its first letter", (message, sentence) => {
  expect(toSentence(message)).toBe(sentence);
});
