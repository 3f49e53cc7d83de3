import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

// Every screen once in browsers other than Chromium. A custom client drives Debian's browsers, because Playwright's
// protocol needs features that this Firefox lacks.
export default defineConfig(base, { testDir: "browsers", workers: 1, timeout: 120_000, use: { trace: "off" } });
