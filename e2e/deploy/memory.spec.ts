import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { startSimulator } from "../simulator.ts";
import { memoryLimit } from "./memory-limit.ts";
import { cannotRun, measured } from "./step.ts";

const MAIN = join(import.meta.dirname, "../../apps/server/dist/main.js");
const MB = 1 << 20;
const LIMIT_BYTES = 256 * MB;
const READERS = 20;

const figure = (text: string, name: string): number => Number(new RegExp(`^daemonscope_${name} (\\S+)$`, "m").exec(text)?.[1]);

test("in 256 MB the server reads 5,000 nodes and a dozen DaemonSets, and keeps reading with twenty clients", {
  tag: "@ci",
}, async () => {
  const limit = memoryLimit(LIMIT_BYTES) ?? cannotRun("this machine lets nobody make a control group with a memory limit");
  const simulator = await startSimulator("big-cluster", "--nodes", "5000");
  const beganMs = Date.now();
  const server = await startDaemonscope(["--kubeconfig", simulator.kubeconfig], {}, [limit.node, MAIN]);
  const readers = new AbortController();
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  try {
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 120_000 }).toBe(200);
    measured(`ready after ${((Date.now() - beganMs) / 1000).toFixed(1)} s`);
    const first = await metrics();
    expect([figure(first, "nodes"), figure(first, "daemonsets")]).toEqual([5000, 12]);
    measured(`${figure(first, "daemon_pods")} pods`);
    for (let at = 0; at < READERS; at++) {
      await (await fetch(`${server.url}/api/keyframe`)).arrayBuffer();
      const stream = await fetch(`${server.url}/api/stream`, { signal: readers.signal });
      // Reads without delay, as a responsive tab does.
      stream.body?.pipeTo(new WritableStream()).catch(() => undefined);
    }
    for (let at = 0; at < 60; at++) await fetch(`${simulator.url}/simulator/advance?ms=5000`, { method: "POST" });
    const after = await metrics();
    measured(`${(figure(after, "resident_memory_bytes") / MB).toFixed(0)} MB resident after five minutes of its clock`);
    measured(`${(figure(after, "heap_used_bytes") / MB).toFixed(0)} MB of heap`);
    measured(`peak ${(limit.peakBytes() / MB).toFixed(0)} MB of ${LIMIT_BYTES / MB}`);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    readers.abort();
    await server.stop();
    await simulator.stop();
    limit.remove();
  }
});
