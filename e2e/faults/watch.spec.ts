import { SOURCES } from "@daemonscope/kube/source-status";
import { expect, test } from "@playwright/test";
import { IS_NIGHTLY, ms, report, seedsOf, sized } from "./harness/case.ts";
import { pause } from "./harness/in-time.ts";
import { keepRecording, type Recording, recordingsOf } from "./harness/recordings.ts";
import { onCluster, type StartedCluster, type WatchedCluster } from "./harness/watched-cluster.ts";

/** Time for the removal of steps from a failing recording. */
const SHRINK_MS = 90_000;
/** The states agree within this time, unless a try fails. */
const QUICK_AGREE_MS = 4000;

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
  { steps, writesPerStep }: Pick<Recording, "steps" | "writesPerStep">,
  limitMs?: number,
): Promise<void> {
  for (const [at, name] of steps.entries()) {
    for (let write = 0; write < writesPerStep; write++) {
      started.cluster.write(started.random);
      // Lets events leave, so that a fault meets a watch under way.
      if (write % 20 === 19) await pause(0);
    }
    await faults[name]?.(started);
    for (let write = 0; write < 5; write++) started.cluster.write(started.random);
    if (at % 10 === 9) await started.agrees(`after ${name}, step ${at + 1}`, limitMs);
  }
  await started.proxy.heal();
  await started.agrees("at the end", limitMs);
}

/** Plays a recording once, and reports and checks what arrived. */
async function play(recording: Recording, title: string, faults: typeof RESUMABLE, limitMs?: number): Promise<void> {
  const { id, seed, steps } = recording;
  await onCluster(seed, async (started) => {
    const listsBefore = started.lists();
    const beganMs = performance.now();
    await throughFaults(started, faults, recording, limitMs);
    const lists = started.lists() - listsBefore;
    const { doubled, reordered } = started.deliveries;
    const figures = { doubled, reordered, lists, took: ms(performance.now() - beganMs) };
    const missing = missingWrites(started);
    if (limitMs === undefined)
      report(id, `${steps.length} ${title}, seed ${seed}`, {
        writes: started.cluster.writes(),
        [faults === RESUMABLE ? "lost" : "skipped by lists"]: missing,
        ...figures,
      });
    expect({ doubled, reordered, problems: started.problems }).toEqual({ doubled: 0, reordered: 0, problems: [] });
    // Without a list in between, each single write is delivered.
    if (faults === RESUMABLE) expect({ lists, missing }).toEqual({ lists: 0, missing: 0 });
    else expect(lists > 0 && lists <= steps.length * SOURCES.length, `${lists} lists`).toBe(true);
  });
}

/** Removes the steps that the failure does not need, for at most `SHRINK_MS`. */
async function shrunk(recording: Recording, faults: typeof RESUMABLE): Promise<Recording> {
  const untilMs = performance.now() + SHRINK_MS;
  const fails = async (tried: Recording) => {
    try {
      await play(tried, "", faults, QUICK_AGREE_MS);
      return false;
    } catch {
      return true;
    }
  };
  let left = recording;
  for (let size = Math.ceil(left.steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < left.steps.length; ) {
      if (performance.now() > untilMs) return left;
      const steps = [...left.steps.slice(0, from), ...left.steps.slice(from + size)];
      const tried = { ...left, steps };
      if (steps.length < left.steps.length && steps.length > 0 && (await fails(tried))) left = tried;
      else from += size;
    }
  return left;
}

const SUITES = [
  { id: "c1", title: "faults that keep the history", faults: RESUMABLE },
  { id: "c6", title: "faults that lose the history", faults: LOSING },
] as const;

for (const { id, title, faults } of SUITES) {
  for (const recording of recordingsOf(id))
    test(`${id} ${title}: recording of seed ${recording.seed}`, async () => play(recording, `recorded ${title}`, faults));
  const names = Object.keys(faults);
  // The nightly size has one seed with a million writes, and more seeds with the usual number.
  for (const [at, seed] of seedsOf(sized(2, 10)).entries())
    test(`${id} ${title}: no event lost, doubled or out of order, seed ${seed}`, at === 0 ? {} : { tag: "@nightly" }, async () => {
      const isLarge = at === 0 && IS_NIGHTLY;
      const recording: Recording = {
        id,
        seed,
        steps: Array.from({ length: isLarge ? 500 : 40 }, (_, step) => names[(step * 7 + seed) % names.length] ?? ""),
        writesPerStep: isLarge ? 2700 : 120,
      };
      try {
        await play(recording, title, faults);
      } catch (error) {
        test.setTimeout(test.info().timeout + 2 * SHRINK_MS);
        const least = await shrunk({ ...recording, writesPerStep: Math.min(recording.writesPerStep, 120) }, faults);
        throw new Error(
          `${id} seed ${seed} fails with ${least.steps.length} of ${recording.steps.length} faults, kept in ${keepRecording(least)}`,
          { cause: error },
        );
      }
    });
}
