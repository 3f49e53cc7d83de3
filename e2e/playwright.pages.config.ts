import { defineConfig } from "@playwright/test";
import { base, LONG } from "./playwright.base.ts";

// Tests with the tag run in the long lane. If the command line selects tests, they all run here.
//
// A trace stores the whole document at every step, which takes longer than the checks. run.mjs therefore runs only
// failed tests again with traces.
export default defineConfig(base, {
  testDir: "tests",
  ...(process.env.E2E_SELECTED === undefined ? { grepInvert: LONG } : {}),
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: { trace: "off" },
});
