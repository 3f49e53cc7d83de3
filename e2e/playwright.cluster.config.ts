import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// Tests beside sources are for `npm test`, as they need no control plane.
// One control plane, one story after the other: the oracle is a raw watch, so nothing else may write meanwhile. Two at a time were tried: a rollout then timed out.
export default defineConfig(base, {
  testDir: "cluster",
  testMatch: "**/*.spec.ts",
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 20_000 },
});
