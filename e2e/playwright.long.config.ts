import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// Every screen in the themes and languages that the lane of pages leaves out, and the pages of the stories.
export default defineConfig(base, {
  testDir: "long",
  workers: 2,
  fullyParallel: true,
  timeout: 300_000,
  expect: { timeout: 10_000 },
  use: { trace: "off" },
});
