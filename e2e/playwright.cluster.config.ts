import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

/**
 * Files that take about a minute or more without a split. They start first, longest first, so that the other workers do
 * not wait for one at the end.
 */
const LONG = [
  "what-if",
  "differential/differential",
  "concerns",
  "real-node/acting-cases",
  "kubectl-comparison",
  "lifecycle",
  "commands",
  "real-node/steady-cases",
  "claims/claims",
  "browser",
  "acting",
  "engine",
  "silent-nodes",
  "fake-kubelets",
  "stories",
];
const fileOf = (name: string): string => `**/cluster/${name}.spec.ts`;

// Tests next to sources belong to `npm test`, because they need no control plane. Each test or file has a separate
// control plane: the oracle is a raw watch, so nothing else may write. They mostly wait, so four run at once on two
// cores. With five, all of `.ci/run` took 2,057 instead of 1,900 s.
export default defineConfig(base, {
  testDir: "cluster",
  projects: [
    ...LONG.map((name) => ({ name, testMatch: fileOf(name) })),
    { name: "rest", testMatch: "**/*.spec.ts", testIgnore: LONG.map(fileOf) },
  ],
  workers: 4,
  // Ends a test that hangs. On a busy machine the longest takes three minutes.
  timeout: 360_000,
  expect: { timeout: 20_000 },
});
