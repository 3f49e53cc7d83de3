import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// A trace stores the whole document at every step, which takes longer than the checks. run.mjs therefore runs only
// failed tests again with traces.
export default defineConfig(base, {
  testDir: "tests",
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: { trace: "off" },
});
