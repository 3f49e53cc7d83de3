import type { PlaywrightTestConfig } from "@playwright/test";

/** What all lanes share. Videos need a download of their own, so traces stand in for them. */
export const base: PlaywrightTestConfig = {
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    launchOptions: {
      ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    },
    trace: "retain-on-failure",
    viewport: { width: 1440, height: 900 },
  },
};
