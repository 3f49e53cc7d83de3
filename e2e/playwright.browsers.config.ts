import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// Every screen once in browsers that are no Chromium: Debian's own, driven by a client of ours, for Playwright asks this Firefox for what it does not know yet.
export default defineConfig(base, { testDir: "browsers", workers: 1, timeout: 120_000, use: { trace: "off" } });
