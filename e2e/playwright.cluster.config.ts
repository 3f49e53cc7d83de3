import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

/** In one piece a minute and more each, or nearly that: begun first, longest first, for begun last the other workers would wait for one. */
const LONG = [
  "differential/differential",
  "what-if",
  "concerns",
  "kubectl-comparison",
  "browser",
  "commands",
  "engine",
  "acting",
  "stories",
];
const fileOf = (name: string): string => `**/cluster/${name}.spec.ts`;

// Tests beside sources are for `npm test`, as they need no control plane.
// Each test, or file, has a control plane of its own: the oracle is a raw watch, so nothing else may write. They mostly wait, so four go on at once, on two
// cores: three leave two fifths of both unused.
export default defineConfig(base, {
  testDir: "cluster",
  projects: [
    ...LONG.map((name) => ({ name, testMatch: fileOf(name) })),
    { name: "rest", testMatch: "**/*.spec.ts", testIgnore: LONG.map(fileOf) },
  ],
  workers: 4,
  timeout: 180_000,
  expect: { timeout: 20_000 },
});
