import { defineConfig } from "@playwright/test";
import { base, LONG } from "./playwright.base.ts";

// Tests that the page tests skip: those tagged `@long`, and all files of `long`.
export default defineConfig(base, {
  workers: 2,
  fullyParallel: true,
  expect: { timeout: 10_000 },
  use: { trace: "off" },
  projects: [
    { name: "long", testDir: "long", timeout: 300_000 },
    { name: "pages", testDir: "tests", timeout: 45_000, grep: LONG },
  ],
});
