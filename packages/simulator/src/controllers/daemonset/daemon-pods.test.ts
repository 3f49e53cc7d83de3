import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isDeleting, labelsOf, nodeNameOf, pinnedNodeOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { createStore } from "@daemonscope/simulated-apiserver/store/store";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { describe, expect, test } from "vitest";
import { DaemonPods } from "./daemon-pods.ts";
import { daemonSetView } from "./daemon-set-view.ts";
import { podForNode } from "./pod-for-node.ts";
import type { NodeSyncView, SyncView } from "./sync-view.ts";

const SEED = Number(process.env.SEED ?? 1);
const RUNS = Number(process.env.RUNS ?? 40);
const NODES = ["n1", "n2", "n3", "n4"];
const NOW_MS = Date.UTC(2026, 0, 5);

const nameOf = (pod: StoredObject | undefined) => pod?.metadata.name;
const row = ({ owned, pods, first, only, ...rest }: NodeSyncView) => ({
  ...rest,
  owned: owned.map(nameOf),
  pods: pods.map(nameOf),
  first: nameOf(first),
  only: nameOf(only),
});
const readable = ({ hasOld, nodes, vanished, pods }: SyncView) => ({
  hasOld,
  nodes: nodes.map(row),
  vanished: vanished.map(row),
  pods: pods().map(nameOf).sort(),
});

describe("the pods of one DaemonSet by node", () => {
  test.each(Array.from({ length: RUNS }, (_, run) => [SEED * 1000 + run]))(
    "S10 S15 S16 S31 an incremental read equals a full one after any writes, seed %i",
    (seed) => {
      const random = createRandom(seed);
      const store = createStore({ clock: { nowMs: () => NOW_MS, rate: 0, after: () => ({ cancel() {} }) }, random: () => random.next() });
      store.create("namespaces", { metadata: { name: "default" } });
      const agent = (image: string) => ({
        selector: { matchLabels: { app: "agent" } },
        template: { metadata: { labels: { app: "agent" } }, spec: { containers: [{ name: "agent", image }] } },
      });
      store.create("daemonsets", { metadata: { name: "agent", namespace: "default" }, spec: agent("agent:1") });
      const view = () => {
        const set = store.get("daemonsets", "default", "agent");
        if (set === undefined) throw new Error("the DaemonSet is gone");
        return daemonSetView(set);
      };
      const kept = new DaemonPods(store, view(), false);
      const owns = (pod: { metadata: { ownerReferences?: readonly { uid: string }[] } }) =>
        pod.metadata.ownerReferences?.[0]?.uid === view().uid;
      store.subscribe("nodes", (event) => kept.nodeChanged(event));
      /** The uids of pods that were written since the last read. */
      const written = new Set<string>();
      store.subscribe("pods", ({ type, object, previous }) => {
        written.add(object.metadata.uid);
        const before = previous !== undefined && owns(previous) ? previous : undefined;
        const now = type !== "DELETED" && owns(object) ? object : undefined;
        if (before !== undefined || now !== undefined) kept.podChanged(before, now);
      });
      const anyPod = (change: (name: string) => void) => {
        const pods = store.list("pods");
        if (pods.length > 0) change(random.pick(pods).metadata.name);
      };
      const acts = [
        () => {
          const name = random.pick(NODES);
          if (store.get("nodes", undefined, name) === undefined) store.create("nodes", { metadata: { name, labels: { pool: "a" } } });
          else store.delete("nodes", undefined, name);
        },
        () =>
          store.edit("nodes", undefined, random.pick(NODES), (node) => {
            node.spec = random.pick([{}, { taints: [{ key: "t", effect: random.pick(["NoSchedule", "NoExecute"]) }] }]);
          }),
        () => store.create("pods", podForNode(view(), random.pick(NODES), random.pick(["old", "new"]))),
        () => store.create("pods", podForNode(view(), random.pick(NODES), "new")),
        () => anyPod((name) => store.delete("pods", "default", name, random.pick([{}, { gracePeriodSeconds: 0 }]))),
        () =>
          anyPod((name) => {
            const pod = store.get("pods", "default", name);
            if (pod === undefined || nodeNameOf(pod) !== undefined || isDeleting(pod)) return;
            store.bind("default", name, pinnedNodeOf(pod) ?? "");
          }),
        () =>
          anyPod((name) =>
            store.edit("pods", "default", name, (pod) => {
              pod.metadata.labels = { ...labelsOf(pod), app: random.pick(["agent", "agent", "stranger"]) };
            }),
          ),
        () =>
          anyPod((name) =>
            store.edit(
              "pods",
              "default",
              name,
              (pod) => {
                const conditions = [{ type: "Ready", status: random.pick(["True", "False"]) }];
                pod.status = { phase: random.pick(["Pending", "Running", "Failed", "Succeeded"]), conditions };
              },
              "status",
            ),
          ),
        () =>
          store.edit("daemonsets", "default", "agent", (set) => {
            set.spec = agent(random.pick(["agent:1", "agent:2"]));
          }),
      ];
      for (let step = 0; step < 120; step++) {
        random.pick(acts)();
        if (random.next() < 0.5) continue;
        const query = { set: view(), hash: random.pick(["old", "new"]), nowMs: NOW_MS };
        const unseen = new Set(random.shuffle([...written]).slice(0, random.int(0, 2)));
        written.clear();
        const seen = kept.read(query, unseen);
        expect(readable(seen)).toEqual(readable(new DaemonPods(store, view(), false).read(query, unseen)));
      }
    },
  );
});
