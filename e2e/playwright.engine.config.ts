import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// Faults of an engine, of its writers and of its readers, on demand. The processes of a test wait for each other, so
// tests run one after the other. The cluster lane has the checks of every run.
export default defineConfig(base, {
  testDir: "engine",
  testMatch: "**/*.spec.ts",
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
});
