import { compilePlacement } from "@daemonscope/daemonset/placement/compile-placement";
import type { Toleration } from "@daemonscope/kube/objects";
import { scaleRoundUp } from "@daemonscope/kube/values/int-or-percent";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type DaemonSetView, daemonSetView } from "@daemonscope/simulator/controllers/daemonset/daemon-set-view";
import { decideNode } from "@daemonscope/simulator/controllers/daemonset/placement";
import { scaleRoundUpPercent } from "@daemonscope/simulator/controllers/daemonset/scale-round-up-percent";
import { expect, it } from "vitest";
import { daemonSetOf, nodeOf } from "../differential/decode-raw.ts";
import { LABELS, randomDaemonSet, TAINTS } from "../differential/random-daemon-set.ts";
import type { RawObject } from "../differential/raw-mirror.ts";
import { type Seeded, seeded } from "../differential/seeded.ts";

const SEED = Number(process.env.SEED ?? 20261122);
const SETS = 300;
const problemKey = (name: string) => `node.kubernetes.io/${name}`;
const NODE_PROBLEMS = [
  "not-ready",
  "unreachable",
  "disk-pressure",
  "memory-pressure",
  "pid-pressure",
  "unschedulable",
  "network-unavailable",
];

/** Returns a node for each node problem with each effect, and as many nodes with the labels and taints of the seeds. */
function nodesOf(random: Seeded): readonly RawObject[] {
  const problemTaints = NODE_PROBLEMS.flatMap((name) => ["NoSchedule", "NoExecute"].map((effect) => [{ key: problemKey(name), effect }]));
  const others = Array.from({ length: problemTaints.length }, () => random.some(TAINTS, random.below(3)));
  return [...problemTaints, ...others].map((taints, at) => ({
    metadata: {
      name: `node-${at}`,
      uid: `node-${at}`,
      resourceVersion: "1",
      labels: Object.fromEntries(
        Object.entries(LABELS).flatMap(([key, values]) => (random.chance(0.6) ? [[key, random.pick(values)]] : [])),
      ),
    },
    spec: { taints },
  }));
}

interface JudgedSet {
  readonly view: DaemonSetView;
  /** The domain's verdict on each node. */
  readonly verdicts: readonly string[];
}

const random = seeded(SEED);
const nodes = nodesOf(random);
const judged: readonly JudgedSet[] = Array.from({ length: SETS }, (_, at) => {
  const names = nodes.map(({ metadata }) => metadata.name);
  const manifest = randomDaemonSet(random, `set-${at}`, names) as RawObject;
  const set: RawObject = { ...manifest, metadata: { ...manifest.metadata, uid: `set-${at}`, resourceVersion: "1" } };
  const verdictOn = compilePlacement(daemonSetOf(set).spec.template);
  const verdicts = nodes.map((raw) => {
    const { metadata, spec } = nodeOf(raw);
    return verdictOn({ name: metadata.name, labels: metadata.labels ?? {}, taints: spec.taints });
  });
  return { view: daemonSetView(set as unknown as StoredObject), verdicts };
});

/**
 * Returns the first pairs on which the simulated controller and the domain disagree. `planted` changes the input of the
 * controller.
 */
function disagreements(planted: (view: DaemonSetView) => DaemonSetView = (view) => view): readonly string[] {
  const found: string[] = [];
  for (const { view, verdicts } of judged) {
    const seen = planted(view);
    for (const [at, raw] of nodes.entries()) {
      const { shouldRun, shouldContinueRunning } = decideNode(seen, raw as unknown as StoredObject, false);
      const decided = shouldRun ? "run" : shouldContinueRunning ? "keep" : "exclude";
      if (decided !== verdicts[at]) found.push(`${decided}, not ${verdicts[at]}: ${JSON.stringify([view.template, raw])}`);
    }
    if (found.length > 5) break;
  }
  return found;
}

it(`P1–P10 and S1–S5: domain and simulated controller, implemented separately, agree on every pair, seed ${SEED}`, () => {
  expect(disagreements()).toEqual([]);
});

const added = (toleration: Toleration) => (view: DaemonSetView) => ({ ...view, tolerations: [...view.tolerations, toleration] });
const without = (key: string) => (view: DaemonSetView) => ({
  ...view,
  tolerations: view.tolerations.filter((toleration) => toleration.key !== key),
});
it.each<readonly [string, (view: DaemonSetView) => DaemonSetView]>([
  ...NODE_PROBLEMS.map((name) => [`that ${name} is not tolerated`, without(problemKey(name))] as const),
  ["not-ready tolerated for each effect", added({ key: problemKey("not-ready"), operator: "Exists" })],
  ["pressure tolerated for each effect", added({ key: problemKey("disk-pressure"), operator: "Exists" })],
  ["no network tolerated without host network", added({ key: problemKey("network-unavailable"), operator: "Exists" })],
])("P10, S4: detects a fault planted in one of them: %s", (_what, planted) => {
  expect(disagreements(planted)).not.toEqual([]);
});

it("B2, S24: domain and simulated controller round each percentage of each number of nodes alike", () => {
  const amounts = [0, 1, 7, "0%", "1%", "10%", "30%", "33%", "100%"];
  const rounded = amounts.flatMap((amount) => Array.from({ length: 101 }, (_, desired) => scaleRoundUpPercent(amount, desired)));
  expect(rounded).toEqual(amounts.flatMap((amount) => Array.from({ length: 101 }, (_, desired) => scaleRoundUp(amount, desired))));
});
