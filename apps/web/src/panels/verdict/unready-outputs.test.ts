import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { unreadyText } from "@daemonscope/words/english/unready-text";
import fc from "fast-check";
import { expect, it } from "vitest";
import { matrixOf } from "../../data/clusters/matrix.ts";
import { agentOf, clusterOf } from "../../data/clusters/summaries.fixture.ts";
import { verdictOnClusters } from "../../pages/clusters/clusters-verdict.ts";
import { selectSickNodes } from "../../pages/fleet/sick-nodes.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { verdictOnFleet } from "./select-verdict.ts";

const { t } = createTranslator();
const NAMES = ["a", "b", "c", "d", "e", "f"];

const numbersIn = (text: string): readonly number[] => [...text.matchAll(/\b\d+\b/g)].map(Number);

/** A DaemonSet with a pod on each of these NotReady nodes. */
function recordOn(nodes: readonly string[], at: number): DaemonSetRecord {
  const causes: readonly Cause[] = [
    { state: "nodeUnready", cause: { kind: "nodeNotReady" }, count: nodes.length, nodes: [...nodes].sort(), sinceMs: undefined },
  ];
  const concern = { kind: "nodesUnready", detail: { kind: "nodesUnready", count: nodes.length }, sinceMs: undefined, nodes, stuck: false };
  return { key: `ns/${at}`, name: `${at}`, concern, causes, hostPorts: [], unread: [], underWay: false } as unknown as DaemonSetRecord;
}

it("R20 fleet, its rows of nodes, clusters page and CLI state the same number of nodes and agents", () => {
  const sets = fc.array(fc.subarray(NAMES, { minLength: 1 }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(sets, (perSet) => {
      const records = perSet.map(recordOn);
      const [nodes, agents] = [new Set(perSet.flat()).size, perSet.flat().length];
      const unready = unreadyNodes(records);
      if (unready === undefined) throw new Error("there are NotReady nodes");
      const fleet = verdictOnFleet(t, records, 0);
      const agentsOfCluster = records.map(({ key }) => agentOf(key, "1", { need: "nodesUnready" }));
      const clusters = verdictOnClusters(t, matrixOf([clusterOf("eu", agentsOfCluster, { unready })]), 0);
      expect(numbersIn(unreadyText(unready))).toEqual([nodes, agents]);
      // The page names a single node instead of counting it.
      for (const text of [fleet.sentence, clusters.sentence]) expect(numbersIn(text)).toEqual(nodes === 1 ? [agents] : [nodes, agents]);
      const sick = selectSickNodes(
        records,
        () => "pool",
        () => false,
      );
      expect(sick.reduce((sum, { count }) => sum + count, 0)).toBe(nodes);
      expect(sick.reduce((sum, each) => sum + each.agents, 0)).toBe(agents);
    }),
    { seed: 30, numRuns: 200 },
  );
});
