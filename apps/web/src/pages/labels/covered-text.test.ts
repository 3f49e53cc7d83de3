import { expect, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { coverageVerdict } from "./covered-text.ts";

const { t } = createTranslator();
const keys = (...names: readonly string[]) => new Set(names.map((name) => `gpu/${name}` as const));
const textOf = (family: ReturnType<typeof keys>, nodes: number, uncovered: number, paused: number) => {
  const { word, sentence } = coverageVerdict(t, "gpu", 2, family, { nodes, uncovered, paused });
  return `${word} ${sentence}`;
};

test.each([
  [keys(), 9, 0, "2 values gpu: 9 nodes, no DaemonSet is chosen"],
  [keys("driver"), 9, 0, "Covered gpu: all 9 nodes, by driver"],
  [keys("driver"), 9, 1, "2 values gpu: 9 nodes, 1 not covered by driver"],
  [keys("driver", "plugin"), 9, 0, "Covered gpu: all 9 nodes"],
  [keys("driver", "plugin"), 1, 0, "Covered gpu: its only node"],
  [keys("driver", "plugin"), 9, 4, "2 values gpu: 9 nodes, 4 uncovered"],
])("states how many nodes a family leaves uncovered: %#", (family, nodes, uncovered, words) => {
  expect(textOf(family, nodes, uncovered, 0)).toBe(words);
});

test.each([
  [keys(), 0, "2 values gpu: 9 nodes, no DaemonSet is chosen"],
  [keys("driver"), 0, "2 values gpu: 9 nodes, 1 paused"],
  [keys("driver"), 2, "2 values gpu: 9 nodes, 2 not covered by driver, 1 paused"],
  [keys("driver", "plugin"), 2, "2 values gpu: 9 nodes, 2 uncovered, 1 paused"],
])("R32 states that a node is paused: %#", (family, uncovered, words) => {
  expect(textOf(family, 9, uncovered, 1)).toBe(words);
});
