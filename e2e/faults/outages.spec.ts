import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { expect, test } from "@playwright/test";
import { ms, percentile, report, SEED, seedsOf, sized } from "./harness/case.ts";
import { inTime, pause } from "./harness/in-time.ts";
import { outageOnManualTime } from "./harness/manual-outage.ts";
import { onCluster } from "./harness/watched-cluster.ts";

/** The promise after each outage. */
const HEAL_LIMIT_MS = 3000;
/** Old data is shown as live for at most this time: two liveness probes and the time limit of one. */
const STALE_LIMIT_MS = 10_000;
/** A watch without a byte is opened again after 24 s at most. */
const FORGOTTEN_LIMIT_MS = 30_000;

test("c2 a killed API server that starts again: nothing is lost, without a list", async () => {
  const kills = sized(8, 100);
  await onCluster(
    SEED,
    async (started) => {
      const { cluster, random } = started;
      const listsBefore = started.lists();
      const healedMs: number[] = [];
      const reportedMs: number[] = [];
      for (let kill = 0; kill < kills; kill++) {
        await cluster.kill();
        reportedMs.push(await inTime("the watch reports the outage", 2000, () => !started.isLive()));
        const untilMs = performance.now() + random.int(0, sized(1500, 20_000));
        while (performance.now() < untilMs) {
          for (let write = 0; write < 4; write++) cluster.write(random);
          // Each write takes 50 ms of the cluster's time, and its history is 75 s long.
          await pause(sized(20, 80));
        }
        await cluster.start();
        healedMs.push(await started.agrees(`after kill ${kill + 1}`, HEAL_LIMIT_MS));
      }
      const { doubled, reordered, writes } = started.deliveries;
      const lost = cluster.writes() - new Set(writes).size;
      report("c2", `${kills} kills of the API server`, {
        writes: cluster.writes(),
        lost,
        doubled,
        lists: started.lists() - listsBefore,
        reported: ms(Math.max(...reportedMs)),
        "healed p50": ms(percentile(healedMs, 0.5)),
        "healed max": ms(Math.max(...healedMs)),
      });
      expect({ lost, doubled, reordered, lists: started.lists() - listsBefore }).toEqual({ lost: 0, doubled: 0, reordered: 0, lists: 0 });
    },
    RETRY_POLICY,
  );
});

for (const stoppedMs of [9000, ...(sized(0, 1) === 1 ? [40_000, 120_000] : [])])
  test(`c3 an API server that is frozen for ${stoppedMs / 1000} s is stale in time, and heals`, async () => {
    await onCluster(
      SEED,
      async (started) => {
        const { cluster, proxy, random } = started;
        proxy.swallow();
        const beganMs = performance.now();
        const isStale = () => !Object.values(started.watch.statuses()).some(({ state }) => state === "live");
        const reportedMs = await inTime("every kind is stale", STALE_LIMIT_MS, isStale);
        let lies = 0;
        while (performance.now() - beganMs < stoppedMs) {
          cluster.write(random);
          if (started.isLive()) lies++;
          await pause(20);
        }
        await proxy.heal();
        const healedMs = await started.agrees("after the thaw", HEAL_LIMIT_MS);
        report("c3", `API server frozen for ${stoppedMs / 1000} s`, {
          reported: ms(reportedMs),
          "old shown as live": lies,
          healed: ms(healedMs),
        });
        expect(lies).toBe(0);
      },
      RETRY_POLICY,
    );
  });

test("c3 a firewall that forgets the watches: each is opened again, and its data is not shown as live for longer", {
  tag: "@nightly",
}, async () => {
  await onCluster(
    SEED,
    async (started) => {
      const { cluster, proxy, random, deliveries } = started;
      const listsBefore = started.lists();
      proxy.forget();
      cluster.write(random);
      const healedMs = await started.agrees("after the silence", FORGOTTEN_LIMIT_MS);
      const lost = cluster.writes() - new Set(deliveries.writes).size;
      report("c3", "a firewall forgets the watches", { healed: ms(healedMs), lost, doubled: deliveries.doubled });
      expect({ lost, doubled: deliveries.doubled, lists: started.lists() - listsBefore }).toEqual({ lost: 0, doubled: 0, lists: 0 });
    },
    RETRY_POLICY,
  );
});

test("c4 a cut at each byte of a watch with a 2 KB event and a four-byte character loses nothing", async () => {
  await onCluster(SEED, async (started) => {
    const { cluster, proxy, random } = started;
    const listsBefore = started.lists();
    const text = `${"é😀".repeat(220)}`;
    const last = 2700;
    const step = sized(9, 1);
    let cuts = 0;
    for (let at = 1 + (SEED % step); at <= last; at += step, cuts++) {
      proxy.cutAfter(at, at % 2 === 0 ? "end" : "reset");
      cluster.writeLong(random, text);
      await inTime(`the write after the cut at byte ${at}`, 10_000, () => started.deliveries.writes.at(-1) === cluster.writes());
    }
    await proxy.heal();
    await started.agrees("at the end");
    const { doubled, reordered, writes } = started.deliveries;
    const lost = cluster.writes() - new Set(writes).size;
    report("c4", `${cuts} cuts inside an event`, { lost, doubled, lists: started.lists() - listsBefore });
    expect({ lost, doubled, reordered, lists: started.lists() - listsBefore }).toEqual({ lost: 0, doubled: 0, reordered: 0, lists: 0 });
  });
});

for (const seconds of [1, 3, ...(sized(0, 1) === 1 ? [30] : [])])
  test(`c7 Retry-After ${seconds}: no request before, and one right after`, async () => {
    await onCluster(
      SEED,
      async (started) => {
        const { cluster, proxy, random } = started;
        cluster.api().faults.failNext("nodes", { status: 429, count: 1, retryAfterSeconds: seconds });
        const from = proxy.requests.length;
        proxy.drop("reset");
        const ofNodes = () => proxy.requests.slice(from).filter(({ path }) => path.startsWith("/api/v1/nodes"));
        await inTime("the request after the wait", seconds * 1000 + 2000, () => ofNodes().length >= 2);
        const [refused, next] = ofNodes();
        const waitedMs = (next?.atMs ?? 0) - (refused?.atMs ?? 0);
        cluster.write(random);
        await started.agrees("after the wait");
        report("c7", `429 with Retry-After ${seconds}`, { waited: ms(waitedMs) });
        expect(waitedMs).toBeGreaterThanOrEqual(seconds * 1000 - 50);
      },
      RETRY_POLICY,
    );
  });

interface Outage {
  readonly seed: number;
  readonly outageS: number;
  readonly losesHistory?: boolean;
}

/** Outages after which the watches once waited for each other, or for their turn to list again. */
const RECORDED_OUTAGES: readonly Outage[] = [
  { seed: 4, outageS: 4.2 },
  { seed: 1, outageS: 20, losesHistory: true },
];
const OUTAGES: readonly Outage[] = seedsOf(sized(1, 10)).flatMap((seed) => [2, 20, 60, 600].map((outageS) => ({ seed, outageS })));

for (const outage of [...RECORDED_OUTAGES, ...OUTAGES]) {
  const { seed, outageS, losesHistory } = outage;
  const fault = `outage of ${outageS} s${losesHistory === true ? " that loses the history" : ""}`;
  test(`heal: ${fault} on injected time: heals within 3 s, at most two requests a second, seed ${seed}`, async () => {
    const { healedMs, requestsPerSecond } = await outageOnManualTime(manualTime(), outageS * 1000, outage);
    report("heal", `${fault}, seed ${seed}`, { healed: ms(healedMs), "requests a second": requestsPerSecond.toFixed(2) });
    expect(healedMs).toBeLessThanOrEqual(HEAL_LIMIT_MS);
    expect(requestsPerSecond).toBeLessThanOrEqual(2);
  });
}
