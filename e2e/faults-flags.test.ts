import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const faults = (...flags: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, "faults/run.mjs"), ...flags], { encoding: "utf8" });

test.each([
  [["--sise=ci"], 'faults: There is no option "--sise=ci". The options are --only, --seed and --size.'],
  [["c1"], 'faults: There is no option "c1". The options are --only, --seed and --size.'],
  [["--seed"], "faults: --seed has no value. Write --seed=VALUE."],
  [["--seed=-1"], 'faults: --seed is a whole number from 0 to 2147483647: "-1" is not.'],
  [["--seed=1e3"], 'faults: --seed is a whole number from 0 to 2147483647: "1e3" is not.'],
  [["--seed=1", "--seed", "2"], "faults: --seed is given twice. Give it once."],
  [["--size=small"], 'faults: There is no size "small". The sizes are ci and nightly.'],
  [["--only=c1,c99"], /^faults: There is no case "c99"\. The cases are c1, .*\.$/],
])("%j gets one sentence and exit code 2", (flags, sentence) => {
  const { status, stdout, stderr } = faults(...flags);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr.trim()).toEqual(typeof sentence === "string" ? sentence : expect.stringMatching(sentence));
});
