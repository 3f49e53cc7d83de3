import { execFile } from "node:child_process";
import { expect, test } from "@playwright/test";
import { startSimulator } from "../simulator.ts";

interface Report {
  readonly streamingList: boolean;
  readonly detector: boolean;
  readonly phases: readonly { readonly name: string; readonly objects: Readonly<Record<string, number>> }[];
  readonly writes: number;
  readonly terms: number;
  readonly requests: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

const LIMIT_MS = 100_000;

/** Runs client-go with its own consistency checks: a store that differs from a list ends the program. */
function runClients(server: string, streamingList: boolean): Promise<{ readonly failure: string; readonly report: Report }> {
  const env = {
    ...process.env,
    KUBE_WATCHLIST_INCONSISTENCY_DETECTOR: "true",
    KUBE_LIST_FROM_CACHE_INCONSISTENCY_DETECTOR: "true",
  };
  return new Promise((done, failed) => {
    const binary = process.env.CONTROL_PLANE ?? "";
    const args = ["clients", "--server", server, `--streaming-list=${streamingList}`, "--verbose"];
    execFile(binary, args, { env, timeout: LIMIT_MS, maxBuffer: 1 << 28 }, (error, out, stderr) => {
      const failure = error === null ? "" : `${error.message.slice(0, 300)}\n${stderr.slice(-4000)}`;
      if (out === "") failed(new Error(`clients said nothing: ${failure}`));
      else done({ failure, report: JSON.parse(out) as Report });
    });
  });
}

for (const streamingList of [true, false])
  test(`client-go's stores equal fresh lists after every fault of the simulator, ${streamingList ? "with" : "without"} streaming lists`, async () => {
    const simulator = await startSimulator("big-cluster", "--nodes", "60");
    try {
      const { failure, report } = await runClients(simulator.url, streamingList);
      expect(report.problems, failure).toEqual([]);
      expect(failure).toBe("");
      expect(report).toMatchObject({ streamingList, detector: true });
      for (const { objects } of report.phases)
        expect(objects).toMatchObject({ nodes: 60, daemonsets: 12, pods: expect.any(Number), "pods of one label": expect.any(Number) });
      expect(report.phases).toHaveLength(4);
      expect(report.writes).toBeGreaterThan(20);
      // The lease had a leader, and a successor after the leader released it.
      expect(report.terms).toBeGreaterThanOrEqual(2);
      expect(report.requests["watch pods"]).toBeGreaterThan(6);
    } finally {
      await simulator.stop();
    }
  });
