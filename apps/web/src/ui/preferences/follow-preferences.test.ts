import { expect, test } from "vitest";
import { documentAttributes, systemPreferences } from "./follow-preferences.ts";
import { parsePreferences } from "./preferences.ts";

const calm = { light: false, lessMotion: false, moreContrast: false };

test.each([
  ["{}", calm, { theme: "dark", contrast: "normal", motion: "full" }],
  ["{}", { light: true, lessMotion: true, moreContrast: true }, { theme: "light", contrast: "more", motion: "reduce" }],
  ['{"theme":"dark"}', { ...calm, light: true }, { theme: "dark" }],
  ['{"theme":"light"}', calm, { theme: "light", contrast: "normal" }],
  ['{"theme":"contrast"}', { ...calm, light: true }, { theme: "light", contrast: "more" }],
  ['{"motion":"less"}', calm, { motion: "reduce" }],
])("applies the preferences %s on a system with %j", (text, system, attributes) => {
  expect(documentAttributes(parsePreferences(text), system)).toMatchObject(attributes);
});

test.each([
  ["(prefers-color-scheme: light)", { ...calm, light: true }],
  ["(prefers-reduced-motion: reduce)", { ...calm, lessMotion: true }],
  ["(prefers-contrast: more)", { ...calm, moreContrast: true }],
])("the media query %s sets only its own preference", (matching, system) => {
  expect(systemPreferences((query) => query === matching)).toEqual(system);
});
