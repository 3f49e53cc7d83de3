import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "packages/**/*.test.ts",
      "apps/**/*.test.{ts,tsx}",
      "scripts/**/*.test.ts",
      "bench/src/**/*.test.ts",
      "e2e/cluster/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**", "**/.tsc*/**"],
    testTimeout: 20_000,
    // A second, as it would be, is not much for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // Modules are loaded once a thread, not once a file, which took longer than the tests: no test may leave anything behind.
    pool: "threads",
    isolate: false,
    // One for each core. Left to itself vitest takes one fewer, for a main thread that has next to nothing to do: on two cores, half of them.
    maxWorkers: "100%",
  },
});
