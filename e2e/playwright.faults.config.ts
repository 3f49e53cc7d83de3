import { defineConfig } from "@playwright/test";
import { base } from "./playwright.base.ts";

const IS_NIGHTLY = process.env.FAULTS_SIZE === "nightly";

// Every fault of docs/reliability.md, started by faults/run.mjs. Cases measure times next to the cluster lane in CI, so
// there a failed one is tried again, and its row is marked. The CI size omits tests with the tag, unless the command
// line selects them. Most tests wait, so that three run at once on two cores.
export default defineConfig(base, {
  ...(IS_NIGHTLY || process.env.E2E_SELECTED !== undefined ? {} : { grepInvert: /@nightly\b/ }),
  testDir: "faults",
  testMatch: "**/*.spec.ts",
  fullyParallel: true,
  ...(IS_NIGHTLY ? { retries: 0 } : {}),
  workers: 3,
  timeout: IS_NIGHTLY ? 3_600_000 : 480_000,
  expect: { timeout: 20_000 },
});
