import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/**/*.test.ts", "apps/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "e2e/cluster/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/.tsc*/**"],
    testTimeout: 20_000,
  },
});
