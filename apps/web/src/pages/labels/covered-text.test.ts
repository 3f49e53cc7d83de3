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
  expect(coveredWords(t, family, uncovered)).toBe(words);
});
