import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// Every fault of docs/reliability.md, started by faults/run.mjs. Cases measure times, so a failed one is not repeated.
export default defineConfig(base, {
  testDir: "faults",
  testMatch: "**/*.spec.ts",
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: process.env.FAULTS_SIZE === "nightly" ? 3_600_000 : 240_000,
  expect: { timeout: 20_000 },
});
