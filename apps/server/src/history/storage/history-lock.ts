import { randomUUID } from "node:crypto";
import { rename, stat, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { readSmallFile } from "@daemonscope/kube-client/connect/small-file";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { runDetached } from "../../platform/run-detached.ts";

/** The owner renews the lock at this interval. A server that finds a lock waits longer than that for a renewal. */
const RENEW_MS = 2000;
const STALE_CHECK_MS = 5000;
const POLL_INTERVAL_MS = 250;
/** A lock file has three short fields. */
const LOCK_LIMIT_BYTES = 4096;

/** A folder to which another server writes. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
}

interface Owner {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
}

/**
 * Reports whether a process of this machine has certainly ended. A process with our own id was a previous one: in a
 * container each first process has the same id.
 */
function isGone({ host, pid }: Owner): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== "object" || value === null) return false;
  const { id, host, pid } = value as Partial<Record<keyof Owner, unknown>>;
  return typeof id === "string" && typeof host === "string" && typeof pid === "number";
}

/**
 * Returns the owner that a lock file names. Undefined if the file is not a lock: in a shared folder it may link to a
 * device.
 */
function ownerIn(path: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(readSmallFile(path, { limitBytes: LOCK_LIMIT_BYTES }).toString("utf8"));
    return isOwner(owner) ? owner : undefined;
  } catch {
    return undefined;
  }
}

const pause = (timers: Timers, ms: number): Promise<void> => new Promise((done) => timers.after(ms, done));

/**
 * Holds a folder for this process by a file that it renews, on any kind of volume. A file that is not renewed was left
 * by a killed process.
 */
export class HistoryLock {
  readonly #path: string;
  readonly #self: Owner = { id: randomUUID(), host: hostname(), pid: process.pid };
  readonly #timers: Timers;
  #timer: { cancel(): void } | undefined;

  private constructor(path: string, timers: Timers) {
    this.#path = path;
    this.#timers = timers;
  }

  /** Rejects with FolderInUseError if another process holds the folder. */
  static take(folder: string, timers: Timers): Promise<HistoryLock> {
    return HistoryLock.takeAt(join(folder, "lock"), timers);
  }

  /** Takes a lock with this path. */
  static async takeAt(path: string, timers: Timers): Promise<HistoryLock> {
    const lock = new HistoryLock(path, timers);
    await lock.#take();
    lock.#renewLater();
    return lock;
  }

  async release(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (ownerIn(this.#path)?.id === this.#self.id) await unlink(this.#path);
  }

  async #take(): Promise<void> {
    const text = JSON.stringify(this.#self);
    try {
      await writeFile(this.#path, text, { flag: "wx", mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = ownerIn(this.#path);
    if ((owner === undefined || !isGone(owner)) && (await this.#isRenewed())) throw this.#inUse(owner);
    const ownPath = `${this.#path}-${this.#self.id}`;
    await writeFile(ownPath, text, { mode: 0o600 });
    await rename(ownPath, this.#path);
    // Another server may have found the lock abandoned at the same moment. The last writer holds it.
    await pause(this.#timers, POLL_INTERVAL_MS);
    const last = ownerIn(this.#path);
    if (last?.id !== this.#self.id) throw this.#inUse(last);
  }

  #inUse(owner: Owner | undefined): FolderInUseError {
    return new FolderInUseError(owner === undefined ? "" : ` (process ${owner.pid} of ${owner.host})`);
  }

  async #isRenewed(): Promise<boolean> {
    const timeOf = async () => (await stat(this.#path).catch(() => undefined))?.mtimeMs;
    const first = await timeOf();
    for (let waited = 0; waited < STALE_CHECK_MS; waited += POLL_INTERVAL_MS) {
      await pause(this.#timers, POLL_INTERVAL_MS);
      if ((await timeOf()) !== first) return true;
    }
    return false;
  }

  /**
   * A full disk rejects the renewal. A server that checks then treats the lock as abandoned, and writes under separate
   * names. The same happens if this process was suspended.
   */
  async #renew(): Promise<void> {
    const owner = ownerIn(this.#path);
    if (owner !== undefined && owner.id !== this.#self.id) return;
    await writeFile(this.#path, JSON.stringify(this.#self), { mode: 0o600 }).catch(() => undefined);
    if (this.#timer !== undefined) this.#renewLater();
  }

  #renewLater(): void {
    this.#timer = this.#timers.after(RENEW_MS, () => {
      runDetached(this.#renew());
    });
  }
}
