import { expect, test } from "@playwright/test";
import { type Daemonscope, startSimulated } from "../daemonscope.ts";
import { ms, report, sized } from "./harness/case.ts";
import { inTime, pause } from "./harness/in-time.ts";
import { type LoadClients, startLoadClients } from "./harness/load-clients.ts";
import { onServedProduct } from "./harness/served-product.ts";

const CLIENTS = sized(300, 1000);
/** All clients are back within this time: they wait up to a second, and a busy machine needs longer to accept them. */
const BACK_LIMIT_MS = 15_000;
/** A server ends within this time after a signal. */
const END_LIMIT_MS = 5000;
/** Each reader has the last frame within this time. */
const FRAME_LIMIT_MS = 20_000;
/** More than a socket of the server and one of a reader hold. */
const BUFFERS_MB = 8;

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

test("c12 stalled readers delay no other, and hold little memory", async () => {
  const [readers, stalled] = [sized(30, 1000), sized(10, 100)];
  await onServedProduct({ nodes: 150, clients: readers, stalled }, async ({ clients, metric, writeAll, agrees }) => {
    await clients.untilOpen(readers, 60_000);
    await agrees("at the start");
    const memoryBefore = await metric("daemonscope_resident_memory_bytes");
    const readersWaiting = () => metric("daemonscope_readers_waiting");
    const sentMb = async () => (await metric("daemonscope_frame_bytes_total")) / 2 ** 20;
    // Buffers of the kernel take megabytes before the server has to wait. It closes a socket that remains full, on a
    // slow machine before the last one is full.
    let mostWaiting = 0;
    while ((await sentMb()) < BUFFERS_MB) {
      writeAll(1);
      await pause(100);
      mostWaiting = Math.max(mostWaiting, await readersWaiting());
    }
    await inTime("the last frame", FRAME_LIMIT_MS, async () => (await clients.totals()).minSeq === (await metric("daemonscope_frame_seq")));
    // A thousand readers in one process fall behind for moments.
    await inTime("only stalled readers to wait", FRAME_LIMIT_MS, async () => (await readersWaiting()) <= stalled);
    mostWaiting = Math.max(mostWaiting, await readersWaiting());
    const { gaps, doubled, ends } = await clients.totals();
    const memoryMb = ((await metric("daemonscope_resident_memory_bytes")) - memoryBefore) / 2 ** 20;
    await agrees("at the end");
    const figures = {
      "MB for each": (await sentMb()).toFixed(1),
      "waiting at most": mostWaiting,
      closed: ends,
      gaps,
      doubled,
      "memory MB": memoryMb.toFixed(0),
    };
    report("c12", `${readers} readers, ${stalled} of them stalled`, figures);
    expect({ gaps, doubled }).toEqual({ gaps: 0, doubled: 0 });
    expect(mostWaiting + ends).toBeGreaterThanOrEqual(stalled);
    expect(memoryMb).toBeLessThan(150);
  });
});

test("c13 many readers with cuts: each gets each frame once, at nearly the same time", { tag: "@nightly" }, async () => {
  const readers = sized(100, 1000);
  await onServedProduct({ nodes: 40, clients: readers }, async ({ clients, cluster, metric, random }) => {
    await clients.untilOpen(readers, 60_000);
    const { ends: endsBefore } = await clients.totals();
    for (let step = 0; step < sized(50, 600); step++) {
      for (let write = 0; write < 10; write++) cluster.write(random);
      if (step % 10 === 5) clients.cut(0.1);
      await pause(100);
    }
    await clients.untilOpen(readers, BACK_LIMIT_MS);
    await inTime("the last frame", FRAME_LIMIT_MS, async () => (await clients.totals()).minSeq === (await metric("daemonscope_frame_seq")));
    const { frames, gaps, doubled, resyncs, ends, delayP99Ms } = await clients.totals();
    const memoryMb = (await metric("daemonscope_resident_memory_bytes")) / 2 ** 20;
    report("c13", `${readers} readers, ${ends - endsBefore} cuts`, {
      frames,
      gaps,
      doubled,
      resyncs,
      "delay p99, with the readers that return": ms(delayP99Ms),
      "memory MB": memoryMb.toFixed(0),
    });
    expect({ gaps, doubled, resyncs }).toEqual({ gaps: 0, doubled: 0, resyncs: 0 });
    expect(memoryMb).toBeLessThan(400);
  });
});

test("c26 few file descriptors: the watches live, and the server takes readers again after some have left", {
  tag: "@nightly",
}, async () => {
  await onServedProduct({ nodes: 40, clients: 400, descriptors: 256 }, async ({ clients, agrees, product, metric, writeAll }) => {
    await pause(3000);
    const { open } = await clients.totals();
    clients.stop();
    const readers = () => metric("daemonscope_readers").catch(() => -1);
    await inTime("no reader", 30_000, async () => (await readers()) === 0);
    writeAll();
    await agrees("after the readers have left");
    expect(product.output()).not.toContain("daemonscope ended");
    report("c26", "256 file descriptors, 400 readers", { "streams at once": open, differences: 0 });
    expect(open).toBeLessThan(256);
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
      await clients.untilOpen(CLIENTS, BACK_LIMIT_MS);
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
  test(
    `c22 ${signal} ${when} with many readers: each gets a bye, and the server ends in time`,
    when === "at rest" ? {} : { tag: "@nightly" },
    async () => {
      await onSimulated(0, async (product, clients) => {
        if (when === "in a rollout") await product.advance(5000, 1000);
        let hasEnded = false;
        void product.stop().then(() => {
          hasEnded = true;
        });
        const endedMs = await inTime("the server ends", END_LIMIT_MS, () => hasEnded);
        await inTime("each bye", END_LIMIT_MS, async () => (await clients.totals()).byes === CLIENTS);
        const { byes } = await clients.totals();
        report("c22", `${signal} ${when} with ${CLIENTS} readers`, { byes, ended: ms(endedMs) });
      });
    },
  );
