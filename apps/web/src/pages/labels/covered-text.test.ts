import { expect, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { coveredWords } from "./covered-text.ts";

const { t } = createTranslator();
const keys = (...names: readonly string[]) => new Set(names.map((name) => `gpu/${name}` as const));

test.each([
  [keys(), 0, "no DaemonSet is chosen"],
  [keys("driver"), 0, "all covered by driver"],
  [keys("driver"), 1, "1 not covered by driver"],
  [keys("driver", "plugin"), 0, "all covered"],
  [keys("driver", "plugin"), 4, "4 uncovered"],
])("states how many nodes a family leaves uncovered: %#", (family, uncovered, words) => {
  expect(coveredWords(t, family, { uncovered, paused: 0 })).toBe(words);
});

test.each([
  [keys(), 0, "no DaemonSet is chosen"],
  [keys("driver"), 0, "1 paused"],
  [keys("driver"), 2, "2 not covered by driver, 1 paused"],
  [keys("driver", "plugin"), 2, "2 uncovered, 1 paused"],
])("R32 states that a node is paused: %#", (family, uncovered, words) => {
  expect(coveredWords(t, family, { uncovered, paused: 1 })).toBe(words);
});
