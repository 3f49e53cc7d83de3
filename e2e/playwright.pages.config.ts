import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

export default defineConfig(base, { testDir: "tests", workers: 2, timeout: 45_000, expect: { timeout: 10_000 } });
