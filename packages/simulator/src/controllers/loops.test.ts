import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isDeleting, isReady, labelsOf, nodeNameOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { createRandom, type Random } from "@daemonscope/simulated-apiserver/time/random";
import { describe, expect, test } from "vitest";
import { createSimulator, type Simulator } from "../simulator.ts";
import { addDaemonSet, addNode } from "../staging/manifests.ts";
import type { Scenario } from "../staging/scenario.ts";
import { daemonSetView } from "./daemonset/daemon-set-view.ts";
import { decideNode } from "./daemonset/placement.ts";
import { isUpdated } from "./daemonset/pods.ts";

/** After random actions of users and machines the control loops have not failed, and the cluster converges. */

const SEED = Number(process.env.SEED ?? 1);
const RUNS = Number(process.env.RUNS ?? 24);
const STEPS = 60;
const QUIET_MS = 600_000;
const NODES = ["n1", "n2", "n3", "n4", "n5", "n6"];
const SETS = ["rolling", "surging", "waiting"] as const;

const cluster: Scenario = {
  name: "fuzz",
  title: "",
  pastMs: 60_000,
  past({ store }) {
    for (const name of NODES) addNode(store, { name, pool: name < "n4" ? "a" : "b" });
    for (const name of SETS) addSet(store, name);
  },
  steps: [],
};

function addSet(store: Store, name: (typeof SETS)[number]): void {
  addDaemonSet(store, {
    name,
    image: `${name}:1`,
    ...(name === "surging" ? { maxSurge: 2 } : { maxUnavailable: "40%" }),
    ...(name === "waiting" ? { minReadySeconds: 3 } : {}),
  });
}

type Act = (simulator: Simulator, random: Random) => void;

const editSet =
  (change: (set: StoredObject, random: Random) => void): Act =>
  ({ store }, random) => {
    store.edit("daemonsets", "default", random.pick(SETS), (set) => change(set, random));
  };
const editNode =
  (change: (node: StoredObject, random: Random) => void): Act =>
  ({ store }, random) => {
    store.edit("nodes", undefined, random.pick(NODES), (node) => change(node, random));
  };
const templateOf = (set: StoredObject) =>
  (set.spec as { template: { spec: Record<string, unknown> & { containers: { image: string }[] } } }).template;

const ACTS: readonly Act[] = [
  editSet((set, random) => {
    templateOf(set).spec.containers[0]!.image = random.pick(["a:1", "a:2", "a:3", "crash:1", "missing:1", "unready:1", "slow:1"]);
  }),
  editSet((set, random) => {
    templateOf(set).spec.nodeSelector = random.pick([{}, { pool: "a" }, { extra: "yes" }]);
  }),
  editSet((set, random) => {
    templateOf(set).spec.tolerations = random.pick([
      [],
      [{ operator: "Exists" }],
      [{ key: "t", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }],
    ]);
  }),
  editNode((node, random) => {
    node.spec = random.pick<Record<string, unknown>>([
      {},
      { taints: [{ key: "t", effect: "NoSchedule" }] },
      { taints: [{ key: "t", effect: "NoExecute" }] },
      { unschedulable: true },
    ]);
  }),
  editNode((node, random) => {
    node.metadata.labels = { ...node.metadata.labels, extra: random.pick(["yes", "no"]) };
  }),
  editNode((node, random) => {
    node.metadata.annotations = random.pick<Record<string, string>>([
      {},
      { "control-plane.test/ready": "false" },
      { "control-plane.test/silent": "true" },
    ]);
  }),
  ({ store }, random) => {
    const name = random.pick(NODES);
    if (store.get("nodes", undefined, name) !== undefined) store.delete("nodes", undefined, name);
    else addNode(store, { name, pool: "a" });
  },
  ({ store }, random) => {
    const pods = store.list("pods");
    if (pods.length > 0) store.delete("pods", "default", random.pick(pods).metadata.name, random.pick([{}, { gracePeriodSeconds: 0 }]));
  },
  ({ store }, random) => {
    const pods = store.list("pods");
    if (pods.length === 0) return;
    const phase = random.pick(["Failed", "Succeeded"]);
    store.edit("pods", "default", random.pick(pods).metadata.name, (pod) => (pod.status = { ...(pod.status as object), phase }), "status");
  },
  ({ store }, random) => {
    const pods = store.list("pods");
    if (pods.length > 0)
      store.edit("pods", "default", random.pick(pods).metadata.name, (pod) => {
        pod.metadata.labels = { ...pod.metadata.labels, app: random.pick([...SETS, "nobody"]) };
      });
  },
  editNode((node, random) => {
    node.metadata.annotations = { "control-plane.test/clock-skew": random.pick(["-40s", "15s", "2m"]) };
  }),
  ({ store }, random) => {
    const version = store.versionAgo(random.pick([0, 0.02, 1, 5, 30]));
    if (version !== undefined) store.restore(version);
  },
  ({ store }, random) => {
    const name = random.pick(SETS);
    if (store.get("daemonsets", "default", name) === undefined) addSet(store, name);
    else
      store.delete(
        "daemonsets",
        "default",
        name,
        random.pick([{}, { propagationPolicy: "Orphan" as const }, { propagationPolicy: "Foreground" as const }]),
      );
  },
];

/** Heals the cluster: all nodes exist and are healthy, images work, and each DaemonSet is synced. */
function heal({ store, clock }: Simulator): void {
  for (const name of NODES) {
    if (store.get("nodes", undefined, name) === undefined) addNode(store, { name, pool: "a" });
    store.edit("nodes", undefined, name, (node) => {
      node.metadata.annotations = {};
    });
  }
  clock.advance(QUIET_MS);
  for (const name of SETS) {
    if (store.get("daemonsets", "default", name) === undefined) addSet(store, name);
    store.edit("daemonsets", "default", name, (set) => {
      templateOf(set).spec.containers[0]!.image = "healthy:1";
      set.metadata.annotations = { ...set.metadata.annotations, look: String(clock.nowMs()) };
    });
  }
  clock.advance(QUIET_MS);
}

describe("all controllers together", () => {
  test.each(Array.from({ length: RUNS }, (_, run) => [SEED * 1000 + run]))(
    "S10 S12 S20 S31 converge to the expected state, seed %i",
    (seed) => {
      const random = createRandom(seed);
      const simulator = createSimulator({ scenario: cluster, seed, nowMs: Date.UTC(2026, 0, 1), nodeMonitorGraceMs: 12_000 });
      const { store, clock } = simulator;
      for (let step = 0; step < STEPS; step++) {
        random.pick(ACTS)(simulator, random);
        clock.advance(random.pick([0, 3, 20, 500, 3000, 20_000]));
      }
      heal(simulator);
      for (const name of SETS) {
        const object = store.get("daemonsets", "default", name);
        if (object === undefined) throw new Error(`${name} is gone`);
        const set = daemonSetView(object);
        const pods = store.podsOwnedBy(set.uid);
        const wanted = store.list("nodes").filter((node) => decideNode(set, node, false).shouldRun);
        const kept = store
          .list("nodes")
          .filter((node) => !decideNode(set, node, false).shouldRun && pods.some((pod) => nodeNameOf(pod) === node.metadata.name));
        const evicted = store.list("nodes").filter((node) => JSON.stringify(node.spec).includes("NoExecute"));
        const hasGrace = set.tolerations.some(({ tolerationSeconds }) => tolerationSeconds !== undefined);
        expect(set.status).toMatchObject({ desiredNumberScheduled: wanted.length, observedGeneration: set.generation });
        if (kept.length === 0) expect(set.status).toMatchObject({ numberMisscheduled: 0 });
        for (const node of wanted) {
          // With tolerationSeconds for the taint, a pod is created and evicted again and again.
          if (hasGrace && evicted.includes(node)) continue;
          const here = pods.filter((pod) => nodeNameOf(pod) === node.metadata.name);
          expect(here.map((pod) => isDeleting(pod))).toEqual([false]);
          // An adopted pod whose generation label equals the current one counts as updated, regardless of its image.
          // Upstream has this rule too.
          const image = (here[0]?.spec as { containers?: { image: string }[] } | undefined)?.containers?.[0]?.image ?? "";
          if (!/crash|missing|unready/.test(image)) expect(here.every(isReady)).toBe(true);
          if (image !== "healthy:1") expect(here.every((pod) => isUpdated(pod, set, ""))).toBe(true);
        }
        if (!hasGrace) {
          expect(set.status.currentNumberScheduled).toBe(wanted.length);
          expect(set.status.updatedNumberScheduled ?? 0).toBe(wanted.length);
        }
        for (const pod of pods) expect(labelsOf(pod).app).toBe(name);
      }
    },
  );
});
