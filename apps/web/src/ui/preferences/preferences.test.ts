import { expect, test } from "vitest";
import { parsePreferences } from "./preferences.ts";

const DEFAULTS = { theme: "system", density: "compact", motion: "system", singleKeys: true, panel: true };

test.each([
  [null, DEFAULTS],
  ["", DEFAULTS],
  ["{", DEFAULTS],
  ["null", DEFAULTS],
  ['"dark"', DEFAULTS],
  ['{"theme":"pink","density":"comfortable","singleKeys":"no"}', { ...DEFAULTS, density: "comfortable" }],
  [
    '{"theme":"contrast","motion":"less","singleKeys":false,"panel":false}',
    { ...DEFAULTS, theme: "contrast", motion: "less", singleKeys: false, panel: false },
  ],
])("%s is read as its valid values and the defaults", (text, preferences) => {
  expect(parsePreferences(text)).toEqual(preferences);
});
