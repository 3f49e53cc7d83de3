import { existsSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openAuditLog } from "./load-action-service.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "audit-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Timers that fire at once; `whilePassing` runs meanwhile for other processes. */
function timersWith(whilePassing: () => void): Timers {
  return {
    elapsedMs: () => 0,
    after(_ms, callback) {
      const handle = setImmediate(() => {
        whilePassing();
        callback();
      });
      return { cancel: () => clearImmediate(handle) };
    },
    soon: () => ({ cancel: () => undefined }),
  };
}
const audit = () => join(folder, "actions.jsonl");
/** Writes the lock of another server on this machine. */
const writeLock = (pid: number) => writeFileSync(`${audit()}.lock`, JSON.stringify({ id: "another", host: hostname(), pid }));

it("G44 refuses a file that another server writes, and takes over one of a stopped server", async () => {
  writeLock(process.ppid);
  let now = 1000;
  const renewingTimers = timersWith(() => utimesSync(`${audit()}.lock`, now, now++));
  await expect(openAuditLog({ audit: audit() }, renewingTimers)).rejects.toThrow(
    `--audit ${audit()} is written by another server (process ${process.ppid} of ${hostname()}): name another file, because each server needs a separate one.`,
  );
  expect(existsSync(audit())).toBe(false);
  const opened = await openAuditLog(
    { audit: audit() },
    timersWith(() => undefined),
  );
  opened.close();
  await expect.poll(() => existsSync(`${audit()}.lock`)).toBe(false);
});

it("G44 a refused file leaves no lock", async () => {
  symlinkSync(join(folder, "elsewhere"), audit());
  await expect(
    openAuditLog(
      { audit: audit() },
      timersWith(() => undefined),
    ),
  ).rejects.toThrow(`--audit ${audit()} is a symbolic link, so that it may lead to another file later: name the file itself.`);
  expect(existsSync(`${audit()}.lock`)).toBe(false);
});

it("G44 without a folder it gives one sentence", async () => {
  const path = join(folder, "none", "actions.jsonl");
  await expect(
    openAuditLog(
      { audit: path },
      timersWith(() => undefined),
    ),
  ).rejects.toThrow(`--audit ${path} cannot be locked against other servers (ENOENT): name a file in a folder that this user can write.`);
});
