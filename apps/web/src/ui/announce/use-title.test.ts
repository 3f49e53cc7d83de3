import { expect, test } from "vitest";
import { stagedText } from "./use-title.ts";

const cluster = { context: "c", server: "https://c", version: undefined, simulated: false };
const recorded = { fromMs: 0, toMs: 1 };

test.each([
  [undefined, ""],
  [{ cluster }, ""],
  [{ cluster: { ...cluster, simulated: true } }, "SIMULATED"],
  [{ cluster: { ...cluster, simulated: true, recorded } }, "RECORDED SIMULATED"],
])("the title of the state %j has the badges %j", (state, text) => {
  expect(stagedText({ state })).toBe(text);
});
