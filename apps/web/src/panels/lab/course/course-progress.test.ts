import { expect, test } from "vitest";
import { parseProgress } from "./course-progress.ts";

test("reads what it stored", () => {
  const progress = { labels: { step: 1, startedAtMs: 5, chosen: 0, results: [true, false], isDone: true } };
  expect(parseProgress(JSON.stringify(progress))).toEqual(progress);
});

test.each([
  [null, {}],
  ["x", {}],
  ["[1]", {}],
  ['{"labels":null}', { labels: { step: 0, isDone: false } }],
  ['{"labels":{"step":-1,"startedAtMs":"x","chosen":1.5,"results":"no","isDone":1}}', { labels: { step: 0, isDone: false } }],
])("%j gives %j", (text, progress) => {
  expect(parseProgress(text)).toEqual(progress);
});
