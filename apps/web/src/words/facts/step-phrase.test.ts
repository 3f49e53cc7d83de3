import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.fixture.ts";
import { stepPhraseText } from "./step-phrase.ts";

const { t } = createTranslator();
const leave = (...names: readonly string[]): Step => ({ kind: "leave", nodes: { kind: "names", names } });

it.each([
  ["one node leaves", leave("gpu-01"), "gpu-01 leaves"],
  ["two nodes leave", leave("gpu-01", "gpu-02"), "gpu-01, gpu-02 leave"],
  ["more nodes are counted", leave("a", "b", "c"), "3 nodes leave"],
])("%s", (_name, step, words) => {
  expect(stepPhraseText(step, t)).toBe(words);
});
