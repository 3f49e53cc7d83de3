import { defineConfig } from "vitest/config";
import { zhTW } from "./apps/web/zh-tw.mjs";

export default defineConfig({
  plugins: [zhTW()],
  test: {
    include: [
      "packages/**/*.test.ts",
      "apps/**/*.test.{ts,tsx}",
      "scripts/**/*.test.ts",
      "bench/src/**/*.test.ts",
      "e2e/*.test.ts",
      "e2e/cluster/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**", "**/.tsc*/**"],
    // A guard against tests that hang: next to the cluster lane, the slowest take a minute.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // Modules are loaded once per thread instead of once per file, which took longer than the tests. Tests must
    // therefore leave nothing behind.
    pool: "threads",
    isolate: false,
    // One worker per core. By default vitest reserves one core for its main thread, which is almost idle: half of a
    // two-core machine.
    maxWorkers: "100%",
  },
});
