import { describe, expect, test } from "vitest";
import { selectSickNodes } from "../../apps/web/src/pages/fleet/sick-nodes.ts";
import { verdictOnFleet } from "../../apps/web/src/panels/verdict/select-verdict.ts";
import { createTranslator } from "../../apps/web/src/words/i18n/translator.fixture.ts";
import type { DaemonSetRecord } from "../../packages/daemonset/src/records/records.ts";
import { unreadyNodes } from "../../packages/daemonset/src/rollout/concern/unready-nodes.ts";
import { SCENARIOS } from "../../packages/simulator/src/scenarios/scenarios.ts";
import { simulate } from "../../packages/simulator/src/scenarios/trace.fixture.ts";
import { runScenarioStep } from "../../packages/simulator/src/staging/run-scenario-step.ts";
import { reportsReady, taints } from "../../packages/simulator/src/staging/steps.ts";
import { type PlayedCluster, playedCluster } from "./played-cluster.fixture.ts";

const { t } = createTranslator();
const SAMPLE_MS = 5000;
const WATCHED_MS = 120_000;
/** Scenarios with 5,000 nodes, which take longer than a test may. */
const LARGE = new Set(["big-cluster"]);

const causeCount = ({ causes }: DaemonSetRecord, state: string): number =>
  causes.filter((cause) => cause.state === state).reduce((sum, { count }) => sum + count, 0);

/** Returns the numbers of one frame that should be equal and differ, a sentence each. */
function contradictions({ model }: PlayedCluster): readonly string[] {
  const { reading } = model;
  const records = reading.daemonSets();
  const found: string[] = [];
  const compare = (what: string, numbers: readonly number[]) => {
    if (new Set(numbers).size > 1) found.push(`${what}: ${numbers.join(", ")}`);
  };
  for (const record of records) {
    const { concern, derived, key } = record;
    const caused = causeCount(record, "misscheduled");
    if (concern?.detail.kind === "misscheduled") {
      const { count, unready } = concern.detail;
      compare(`${key} misscheduled, as concern and as cause`, [count, caused]);
      // A pod on a leaving node counts as leaving.
      if (derived !== null && causeCount(record, "leaving") === 0)
        compare(`${key} misscheduled, as causes and as count`, [caused + (unready?.count ?? 0), derived.numberMisscheduled]);
    }
    if (concern?.detail.kind === "nodesUnready")
      compare(`${key} NotReady, as concern and as cause`, [concern.detail.count, causeCount(record, "nodeUnready")]);
  }
  const unready = unreadyNodes(records);
  const rows = selectSickNodes(
    records,
    () => "",
    () => false,
  );
  compare("NotReady, as rows and as nodes", [rows.reduce((sum, { count }) => sum + count, 0), unready?.count ?? 0]);
  const { isAboutNodes, sentence } = verdictOnFleet(t, records, reading.nowMs);
  const agents = rows.reduce((sum, row) => sum + row.agents, 0);
  if (isAboutNodes === true)
    compare("agents on NotReady nodes, in the headline and in the rows", [Number(/(\d+) agents? on/.exec(sentence)?.[1]), agents]);
  return found;
}

describe("all numbers of one kind in one frame are of the same nodes", () => {
  test.each(SCENARIOS.map(({ name }) => name).filter((name) => !LARGE.has(name)))(
    "%s",
    (name) => {
      const simulator = simulate(name);
      const cluster = playedCluster(simulator);
      const nodes = simulator.store.list("nodes").map(({ metadata }) => metadata.name);
      // The steps produce unwanted pods on a Ready node and on a NotReady one, and a second NotReady node.
      const [tainted = "", both = "", sick = ""] = [0.2, 0.5, 0.8].map((part) => nodes[Math.floor(part * nodes.length)] ?? "");
      const steps = [
        ...[tainted, both].map((node) => taints(`taint ${node}`, 0, node, { key: "one-set", effect: "NoSchedule" })),
        ...[both, sick].map((node) => reportsReady(`stop ${node}`, 0, node, false)),
      ];
      for (let playedMs = 0; playedMs < WATCHED_MS; playedMs += SAMPLE_MS) {
        cluster.advance(SAMPLE_MS);
        const step = playedMs % (4 * SAMPLE_MS) === 0 ? steps.shift() : undefined;
        if (step !== undefined && simulator.store.list("nodes").some(({ metadata }) => step.name.endsWith(` ${metadata.name}`)))
          runScenarioStep(step, simulator);
        expect(contradictions(cluster), `after ${playedMs + SAMPLE_MS} ms`).toEqual([]);
      }
    },
    60_000,
  );
});
