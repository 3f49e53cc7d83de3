import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants } from "node:zlib";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { kubeDaemonSet, kubeNode, kubePod } from "@daemonscope/server/cluster.fixture";
import { cellOfPair, daemonSetsOf, nodesOf } from "@daemonscope/shared/cluster-state";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import { expect, test } from "vitest";
import { bigClusterRollout } from "./rollout.ts";
import { syntheticState } from "./synthetic-state.ts";

/** What a bench counts and no machine moves: bytes of frames are in wire-measure.test.ts, draw calls in the tests of what draws. */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes that are held now and were not before, once what is garbage was collected. */
function heldAfter(work: () => void): number {
  const held = () => {
    for (let time = 0; time < 3; time++) collect();
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    return heap + external;
  };
  const before = held();
  work();
  return held() - before;
}

test("a keyframe takes little more than the least that its state can take", () => {
  const { state, bound } = syntheticState(5000, daemonSetsOf(bigClusterRollout(24).state()), Date.UTC(2026, 0, 1));
  const brotli = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
  const least = Object.values(bound).reduce((sum, each) => sum + each, brotliCompressSync(JSON.stringify(daemonSetsOf(state))).length);
  expect(brotli(keyframeText(encodeKeyframe(state))) / least).toBeLessThan(1.15);
});

test("heartbeats of nodes and pods that are told again as they are change nothing, and nothing of them is held", () => {
  const model = new ClusterModel({ nowMs: 0, objects: "columns" });
  const daemonSet = kubeDaemonSet("agent", { desired: 100 });
  model.putDaemonSet(daemonSet);
  const nodes = () => Array.from({ length: 100 }, (_, at) => kubeNode(`node-${at}`));
  for (const node of nodes()) {
    model.putNode(node);
    model.putPod(kubePod(daemonSet, node.metadata.name, { ready: true }));
  }
  model.tick(1000);
  model.takeChanges();
  let told = 0;
  const tellAgain = (times: number) => {
    for (let time = 0; time < times; time++)
      for (const node of nodes()) {
        model.putNode(node);
        model.putPod(kubePod(daemonSet, node.metadata.name, { ready: true }));
        model.tick(1000);
        const { cells, nodesPut, daemonSetsPut } = model.takeChanges();
        told += cells.length + nodesPut.length + daemonSetsPut.length;
      }
  };
  // What is compiled is held too.
  tellAgain(20);
  const held = heldAfter(() => tellAgain(100));
  expect(told).toBe(0);
  // One small object is forty bytes; what is compiled meanwhile is up to five, one way or the other.
  expect(held / 20_000, "bytes held of an event").toBeLessThan(20);
});

test("after a rollout no cell differs from that of a model that is given the objects as they are then", () => {
  const cluster = bigClusterRollout(60);
  cluster.begin();
  for (let at = 0; at < 600; at++) {
    cluster.advance();
    cluster.step();
  }
  const [state, anew] = [cluster.state(), cluster.stateAnew()];
  let compared = 0;
  for (const { name } of nodesOf(anew))
    for (const { key } of daemonSetsOf(anew)) {
      compared++;
      expect(cellOfPair(state, name, key), `${name} ${key}`).toBe(cellOfPair(anew, name, key));
    }
  expect(compared).toBe(60 * 12);
});
