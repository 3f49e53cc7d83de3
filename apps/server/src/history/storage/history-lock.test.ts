import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { expect, onTestFinished, test } from "vitest";
import { HistoryLock } from "./history-lock.ts";

const ENDLESS = "/dev/zero";
const POLL_MS = 250;

/** Takes the lock, and returns the time that its timers needed. */
async function takenAt(path: string): Promise<{ readonly lock: HistoryLock; readonly passedMs: number }> {
  const time = manualTime();
  let lock: HistoryLock | undefined;
  const taken = HistoryLock.takeAt(path, time.timers).then((result) => {
    lock = result;
  });
  // The file system answers at its own pace, so only the test's own limit ends this loop.
  while (lock === undefined) {
    await setImmediate();
    // The lock is renewed later. Until it is taken, only its own timers are due.
    if (time.waiting > 0 && lock === undefined) time.pass(POLL_MS);
  }
  await taken;
  return { lock, passedMs: time.timers.elapsedMs() };
}

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
  const { lock } = await takenAt(path);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
  await lock.release();
});

test("a lock of an ended process with the same process id is taken at once, as after a restart of a container", async () => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "lock");
  writeFileSync(path, JSON.stringify({ id: "former", host: hostname(), pid: process.pid }));
  const { lock, passedMs } = await takenAt(path);
  expect(passedMs).toBeLessThanOrEqual(POLL_MS);
  await lock.release();
});
