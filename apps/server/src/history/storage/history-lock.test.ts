import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { expect, onTestFinished, test } from "vitest";
import { HistoryLock } from "./history-lock.ts";

const ENDLESS = "/dev/zero";

test.each([
  ["links to an endless device", (path: string) => symlinkSync(ENDLESS, path)],
  ["holds no JSON", (path: string) => writeFileSync(path, "{")],
  ["holds null", (path: string) => writeFileSync(path, "null")],
  ["holds another object", (path: string) => writeFileSync(path, '{"id":7}')],
  ["is larger than a lock", (path: string) => writeFileSync(path, `{"id":"${"x".repeat(10_000)}","host":"other","pid":1}`)],
])("a lock file that %s is read within its limit, and replaced if no server renews it", async (_name, make) => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "lock");
  make(path);
  const time = manualTime();
  let lock: HistoryLock | undefined;
  const taken = HistoryLock.takeAt(path, time.timers).then((result) => {
    lock = result;
  });
  // The file system answers at its own pace, so only the test's own limit ends this loop.
  while (lock === undefined) {
    await setImmediate();
    // The lock is renewed later. Until it is taken, only its own timers are due.
    if (time.waiting > 0 && lock === undefined) time.pass(250);
  }
  await taken;
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
  await lock?.release();
});
