import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// Tests of the installation as operators do it. Steps report missing requirements of the machine. The tests measure, so
// that they run one after the other.
export default defineConfig(base, {
  testDir: "deploy",
  testMatch: "**/*.spec.ts",
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./deploy/step-report.ts"]],
  use: { trace: "off" },
});
