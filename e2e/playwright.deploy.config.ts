import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// What operators install, as they install it. Steps take what the machine has, and say what it has not; figures are measured, so one goes after the other.
export default defineConfig(base, {
  testDir: "deploy",
  testMatch: "**/*.spec.ts",
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./deploy/step-report.ts"]],
  use: { trace: "off" },
});
