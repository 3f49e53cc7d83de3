import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { measured } from "./step.ts";

const ROOT = join(import.meta.dirname, "..", "..");

test("L4 a history loses no flushed data in 200 kills", () => {
  const ran = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "apps/server/src/history/storage/history-kill.test.ts"],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, RUNS: "200" },
    },
  );
  const output = ran.stdout + ran.stderr;
  expect([ran.status, ran.status === 0 ? "" : output]).toEqual([0, ""]);
  const cut = /\d+ of 200 kills cut a block/.exec(output)?.[0];
  expect(cut).toBeDefined();
  measured(cut ?? "");
});
