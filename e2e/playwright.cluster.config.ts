import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// Tests beside sources are for `npm test`, as they need no control plane.
// Each test, or file, has a control plane of its own: the oracle is a raw watch, so nothing else may write. They mostly wait, so two go on at once; not more, for a
// rollout must not wait for a core.
export default defineConfig(base, {
  testDir: "cluster",
  testMatch: "**/*.spec.ts",
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 20_000 },
});
