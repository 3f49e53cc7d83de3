import { SOURCES } from "@daemonscope/kube/source-status";
import { expect, test } from "@playwright/test";
import { ms, report, seedsOf, sized } from "./harness/case.ts";
import { onCluster, pause, type StartedCluster, type WatchedCluster } from "./harness/watched-cluster.ts";

const missingWrites = ({ deliveries, cluster }: WatchedCluster): number => cluster.writes() - new Set(deliveries.writes).size;

/** Faults after which a watch resumes: the API server still has the history. */
const RESUMABLE: Readonly<Record<string, (started: StartedCluster) => Promise<void> | void>> = {
  reset: ({ proxy }) => proxy.drop("reset"),
  end: ({ proxy }) => proxy.drop("end"),
  dropWatches: ({ cluster }) => cluster.api().faults.dropWatches(),
  stall: async ({ cluster }) => {
    cluster.api().faults.stall();
    await pause(5);
    cluster.api().faults.resume();
  },
  swallow: async ({ proxy }) => {
    proxy.swallow();
    await pause(10);
    await proxy.heal();
  },
  refuse: async ({ proxy }) => {
    await proxy.refuse();
    await pause(10);
    await proxy.heal();
  },
  cut: ({ proxy, random }) => proxy.cutAfter(random.int(1, 6000), random.next() < 0.5 ? "end" : "reset"),
  split: ({ proxy, random }) => proxy.split(random.int(1, 90)),
  tooManyRequests: ({ cluster, proxy }) => {
    cluster.api().faults.failNext("nodes", { status: 429, count: 1 });
    proxy.drop("reset");
  },
  unavailable: ({ cluster, proxy }) => {
    cluster.api().faults.failNext("nodes", { status: 503, count: 2 });
    proxy.drop("end");
  },
  badGateway: async ({ proxy }) => {
    proxy.answer("HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 13\r\n\r\n<html></html>");
    await pause(10);
    await proxy.heal();
  },
};

/** Faults after which a list is needed: the history is lost. */
const LOSING: Readonly<Record<string, (started: StartedCluster) => Promise<void> | void>> = {
  expired: ({ cluster, proxy }) => {
    cluster.api().faults.expireHistory();
    proxy.drop("reset");
  },
  garbage: ({ cluster }) => cluster.api().faults.garbageLine(),
  gone: ({ cluster, proxy }) => {
    cluster.api().faults.failNext("nodes", { status: 410, count: 1 });
    proxy.drop("end");
  },
  twiceEmpty: async ({ cluster }) => {
    cluster.api().faults.endWatches();
    await pause(12);
    cluster.api().faults.endWatches();
  },
};

/** Writes at full speed with a fault between two bursts. Stops early at the first difference. */
async function throughFaults(
  started: StartedCluster,
  faults: typeof RESUMABLE,
  steps: readonly string[],
  writesPerStep: number,
): Promise<void> {
  for (const [at, name] of steps.entries()) {
    for (let write = 0; write < writesPerStep; write++) {
      started.cluster.write(started.random);
      // Lets events leave, so that a fault meets a watch under way.
      if (write % 20 === 19) await pause(0);
    }
    await faults[name]?.(started);
    for (let write = 0; write < 5; write++) started.cluster.write(started.random);
    if (at % 10 === 9) await started.agrees(`after ${name}, step ${at + 1}`);
  }
  await started.proxy.heal();
  await started.agrees("at the end");
}

/** Removes steps that are not needed for the failure. */
async function shrunk(seed: number, faults: typeof RESUMABLE, steps: readonly string[], writes: number): Promise<readonly string[]> {
  const fails = async (tried: readonly string[]) => {
    try {
      await onCluster(seed, (started) => throughFaults(started, faults, tried, writes));
      return false;
    } catch {
      return true;
    }
  };
  let left = steps;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < left.length; ) {
      const tried = [...left.slice(0, from), ...left.slice(from + size)];
      if (tried.length < left.length && (await fails(tried))) left = tried;
      else from += size;
    }
  return left;
}

for (const [id, title, faults] of [
  ["c1", "faults that keep the history", RESUMABLE],
  ["c6", "faults that lose the history", LOSING],
] as const)
  for (const seed of seedsOf(id, sized(2, 20)))
    test(`${id} ${title}: no event lost, doubled or out of order, seed ${seed}`, async () => {
      const names = Object.keys(faults);
      const steps = Array.from({ length: sized(40, 500) }, (_, at) => names[(at * 7 + seed) % names.length] ?? "");
      const perStep = sized(120, 2000);
      try {
        await onCluster(seed, async (started) => {
          const listsBefore = started.lists();
          const beganMs = performance.now();
          await throughFaults(started, faults, steps, perStep);
          const lists = started.lists() - listsBefore;
          const { doubled, reordered } = started.deliveries;
          report(id, `${steps.length} ${title}, seed ${seed}`, {
            writes: started.cluster.writes(),
            [faults === RESUMABLE ? "lost" : "skipped by lists"]: missingWrites(started),
            doubled,
            reordered,
            lists,
            took: ms(performance.now() - beganMs),
          });
          expect({ doubled, reordered, problems: started.problems }).toEqual({ doubled: 0, reordered: 0, problems: [] });
          // Without a list in between, each single write is delivered.
          if (faults === RESUMABLE) expect({ lists, missing: missingWrites(started) }).toEqual({ lists: 0, missing: 0 });
          else expect(lists > 0 && lists <= steps.length * SOURCES.length, `${lists} lists`).toBe(true);
        });
      } catch (error) {
        const least = await shrunk(seed, faults, steps, Math.min(perStep, 100));
        throw new Error(`${id} seed ${seed} fails with ${least.length} of ${steps.length} faults: ${least.join(", ")}`, { cause: error });
      }
    });
