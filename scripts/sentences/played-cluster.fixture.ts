import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "../../packages/daemonset/src/model/cluster-event.ts";
import { ClusterModel } from "../../packages/daemonset/src/model/cluster-model.ts";
import type { DaemonSetRecord } from "../../packages/daemonset/src/records/records.ts";
import { decodeControllerRevision } from "../../packages/kube-client/src/decode/decode-controller-revision.ts";
import { decodeDaemonSet } from "../../packages/kube-client/src/decode/decode-daemon-set.ts";
import { decodeNode } from "../../packages/kube-client/src/decode/decode-node.ts";
import { decodePod } from "../../packages/kube-client/src/decode/decode-pod.ts";
import type { Decoded } from "../../packages/kube-client/src/decode/decoded.ts";
import type { StoredObject } from "../../packages/simulated-apiserver/src/objects/contract.ts";
import type { Simulator } from "../../packages/simulator/src/simulator.ts";

function usable<T>(decoded: Decoded<T>): T {
  if ("object" in decoded) return decoded.object;
  throw new Error(`the simulator serves an object that cannot be decoded: ${decoded.problem}`);
}

/** The domain model of a simulated cluster, connected without HTTP. */
export interface PlayedCluster {
  readonly simulator: Simulator;
  readonly model: ClusterModel;
  /** Advances the cluster and the model. The model ticks as often as the server's. */
  advance(ms: number): void;
  record(key: string): DaemonSetRecord;
}

const TICK_MS = 250;

export function playedCluster(simulator: Simulator): PlayedCluster {
  const { store, clock } = simulator;
  const model = new ClusterModel({ nowMs: clock.nowMs() });
  const put = {
    nodes: (object: StoredObject) => model.apply(putNode(usable(decodeNode(object)))),
    pods: (object: StoredObject) => model.apply(putPod(usable(decodePod(object)))),
    daemonsets: (object: StoredObject) => model.apply(putDaemonSet(usable(decodeDaemonSet(object)))),
    controllerrevisions: (object: StoredObject) => model.apply(putRevision(usable(decodeControllerRevision(object)))),
  };
  const drop = {
    nodes: ({ metadata }: StoredObject) => model.apply(dropObject("nodes", metadata.name)),
    pods: ({ metadata }: StoredObject) => model.apply(dropObject("pods", metadata.uid)),
    daemonsets: ({ metadata }: StoredObject) => model.apply(dropObject("daemonsets", metadata.uid)),
    controllerrevisions: ({ metadata }: StoredObject) => model.apply(dropObject("controllerrevisions", metadata.uid)),
  };
  for (const kind of ["nodes", "daemonsets", "controllerrevisions", "pods"] as const) {
    for (const object of store.list(kind)) put[kind](object);
    store.subscribe(kind, ({ type, object }) => {
      model.at(clock.nowMs());
      (type === "DELETED" ? drop : put)[kind](object);
    });
  }
  model.apply({ do: "beginMarks" });
  model.takeChanges();
  return {
    simulator,
    model,
    advance(ms) {
      for (let left = ms; left > 0; left -= TICK_MS) {
        clock.advance(Math.min(TICK_MS, left));
        model.tick(clock.nowMs());
        model.takeChanges();
      }
    },
    record(key) {
      const record = model.reading.daemonSetRecord(key);
      if (record === undefined) throw new Error(`no record of ${key}`);
      return record;
    },
  };
}
