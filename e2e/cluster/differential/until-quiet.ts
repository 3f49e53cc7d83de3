import { inMotion } from "./motion.ts";
import type { RawMirror } from "./raw-mirror.ts";

/** A cluster is quiet after this time without a watch event, if no change is in progress. */
const QUIET_MS = 700;
const QUIET_LIMIT_MS = 60_000;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Waits until a cluster is quiet. At the limit, returns the change that is still in progress. */
export async function untilQuiet(mirror: RawMirror, limitMs = QUIET_LIMIT_MS): Promise<string | undefined> {
  const deadline = Date.now() + limitMs;
  let lines = -1;
  let sinceMs = 0;
  let moving: string | undefined;
  while (Date.now() < deadline) {
    const lineCount = mirror.lines("nodes", "pods", "daemonsets", "controllerrevisions");
    moving = inMotion(mirror, Date.now());
    if (lineCount !== lines || moving !== undefined) sinceMs = Date.now();
    lines = lineCount;
    if (Date.now() - sinceMs >= QUIET_MS) return undefined;
    await wait(50);
  }
  return moving ?? "lines";
}
