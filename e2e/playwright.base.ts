import type { PlaywrightTestConfig } from "@playwright/test";

/** Tests that only the long lane runs: slow ones, and variants of others. */
export const LONG = /@long\b/;

// Playwright sets it for its own output, and the commands follow it.
delete process.env.FORCE_COLOR;

/** Settings of all lanes. Videos need a separate download, so traces replace them. */
export const base: PlaywrightTestConfig = {
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // A manual run tries each test once. In CI a failed test runs again, because a real control plane on two busy cores
  // is sometimes slow. If it passes then, it is reported as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [["list"], ...(process.env.E2E_REPORT === undefined ? [] : [["json", { outputFile: process.env.E2E_REPORT }] as const])],
  // Each lane has its own folder, because lanes run concurrently and empty it first.
  outputDir: `test-results/${process.env.E2E_LANE ?? "pages"}`,
  use: {
    browserName: "chromium",
    launchOptions: {
      ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
      // Disables the GPU, because emulating one costs more CPU time than drawing without it.
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    },
    trace: "retain-on-failure",
    viewport: { width: 1440, height: 900 },
  },
};
