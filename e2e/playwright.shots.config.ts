import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

export default defineConfig(base, { testDir: "shots", workers: 1, timeout: 120_000, expect: { timeout: 15_000 } });
