import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// Faults of an engine and of all who write to it and read from it, on demand: each of them waits for what the others do, so one goes after the other. The lane of the cluster has what every run holds.
export default defineConfig(base, {
  testDir: "engine",
  testMatch: "**/*.spec.ts",
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
});
