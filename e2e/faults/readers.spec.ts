import { expect, test } from "@playwright/test";
import { type Daemonscope, startSimulated } from "../daemonscope.ts";
import { ms, report, sized } from "./harness/case.ts";
import { type LoadClients, startLoadClients } from "./harness/load-clients.ts";
import { pause } from "./harness/watched-cluster.ts";

const CLIENTS = sized(300, 1000);
/** All clients are back within this time: they wait up to a second, and a busy machine needs longer to accept them. */
const BACK_LIMIT_MS = 15_000;

async function onSimulated(stalled: number, check: (product: Daemonscope, clients: LoadClients) => Promise<void>): Promise<void> {
  const product = await startSimulated("tour");
  const clients = startLoadClients(product.url, CLIENTS, stalled);
  try {
    await clients.untilOpen(CLIENTS, 60_000);
    await check(product, clients);
  } finally {
    clients.stop();
    await product.stop();
  }
}

/** Returns a gauge of the server. */
const metric = async (product: Daemonscope, name: string): Promise<number> =>
  Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "m").exec(await (await fetch(`${product.url}/metrics`)).text())?.[1] ?? Number.NaN);

test("c12 stalled readers delay no other, and hold little memory", async () => {
  const stalled = CLIENTS / 10;
  await onSimulated(stalled, async (product, clients) => {
    const memoryBefore = await metric(product, "daemonscope_resident_memory_bytes");
    const before = await clients.totals();
    const seconds = sized(8, 120);
    const delaysMs: number[] = [];
    for (let second = 0; second < seconds; second++) {
      const beganMs = performance.now();
      await product.advance(1000, 1000);
      delaysMs.push(performance.now() - beganMs);
      await pause(100);
    }
    await pause(1000);
    const after = await clients.totals();
    const memoryMb = ((await metric(product, "daemonscope_resident_memory_bytes")) - memoryBefore) / 2 ** 20;
    const reading = CLIENTS - stalled;
    const frames = (after.frames - before.frames) / reading;
    report("c12", `${CLIENTS} readers, ${stalled} of them stalled`, {
      "frames for each": frames.toFixed(1),
      gaps: after.gaps,
      doubled: after.doubled,
      "memory MB": memoryMb.toFixed(0),
    });
    expect({ gaps: after.gaps, doubled: after.doubled }).toEqual({ gaps: 0, doubled: 0 });
    expect(frames).toBeGreaterThan(seconds / 2);
    expect(memoryMb).toBeLessThan(150);
  });
});

test("c14 a killed server with many readers: all are back, and none misses or doubles a frame", async () => {
  await onSimulated(0, async (product, clients) => {
    for (let kill = 0; kill < sized(1, 10); kill++) {
      await product.kill();
      await pause(500);
      await product.restart();
      const backMs = await clients.untilOpen(CLIENTS, BACK_LIMIT_MS);
      await product.advance(3000, 1000);
      await pause(500);
      const { gaps, doubled, open } = await clients.totals();
      if (kill === 0) report("c14", `killed server with ${CLIENTS} readers`, { back: ms(backMs), gaps, doubled });
      expect({ gaps, doubled, open }).toEqual({ gaps: 0, doubled: 0, open: CLIENTS });
    }
  });
});

for (const [signal, when] of [
  ["SIGTERM", "at rest"],
  ["SIGTERM", "in a rollout"],
] as const)
  test(`c22 ${signal} ${when} with many readers: each gets a bye, and the server ends in time`, async () => {
    await onSimulated(0, async (product, clients) => {
      if (when === "in a rollout") await product.advance(5000, 1000);
      const beganMs = performance.now();
      await product.stop();
      const endedMs = performance.now() - beganMs;
      await pause(500);
      const { byes } = await clients.totals();
      report("c22", `${signal} ${when} with ${CLIENTS} readers`, { byes, ended: ms(endedMs) });
      expect(byes).toBe(CLIENTS);
      expect(endedMs).toBeLessThan(5000);
    });
  });
