import { expect, test } from "vitest";
import { parseSaved, type SavedSteps, withSaved } from "./saved-steps.ts";

const saved = (steps: string): SavedSteps => ({ steps, count: 1, effect: "36 pods would go", atMs: 1 });

test("a what-if is saved once, the last one first", () => {
  const list = [saved("cordon a"), saved("cordon b")];
  expect(withSaved(list, saved("cordon b")).map(({ steps }) => steps)).toEqual(["cordon b", "cordon a"]);
});

test("more steps replace the what-if that they continue", () => {
  const list = [saved("cordon a"), saved("cordon ab")];
  expect(withSaved(list, saved("cordon a; cordon b")).map(({ steps }) => steps)).toEqual(["cordon a; cordon b", "cordon ab"]);
});

test("five are kept", () => {
  const list = Array.from({ length: 5 }, (_, at) => saved(`cordon ${at}`));
  expect(withSaved(list, saved("cordon x"))).toHaveLength(5);
});

test.each([null, "", "{", "{}", '[1, {"steps": 2}]'])("invalid text is an empty list: %s", (text) => {
  expect(parseSaved(text)).toEqual([]);
});
