import { causeKindsOf } from "@daemonscope/daemonset/actions/remedies/cause-kinds";
import { causeOfConcern } from "@daemonscope/daemonset/causes/concern-cause";
import {
  type ClusterEvent,
  modelEventOf,
  putDaemonSet,
  putEvent,
  putNode,
  putPod,
  putRevision,
} from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { CauseFact, CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetRecord, ModelSource } from "@daemonscope/daemonset/records/records";
import type { KubeNode, KubePod } from "@daemonscope/kube/objects";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeEvent } from "@daemonscope/kube-client/decode/decode-event";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";
import type { RecordedObjects } from "./static-api-server.fixture.ts";

/** The kinds that an API server sends as protobuf. */
export interface CaseDecoders {
  readonly pod: (json: object) => Decoded<KubePod>;
  readonly node: (json: object) => Decoded<KubeNode>;
}

const JSON_DECODERS: CaseDecoders = { pod: decodePod, node: decodeNode };

function objectOf<T>(decoded: Decoded<T>): T {
  if ("problem" in decoded) throw new Error(decoded.problem);
  return decoded.object;
}

/** Returns what a model receives of a recorded cluster. An API server adds the metadata that a recording omits. */
export function eventsOf({ takenAt, items }: RecordedObjects, { pod, node }: CaseDecoders = JSON_DECODERS): readonly ClusterEvent[] {
  return items.flatMap((item, at): readonly ClusterEvent[] => {
    const metadata = { uid: `uid-${at}`, resourceVersion: String(1001 + at), creationTimestamp: takenAt, ...item.metadata };
    const json = { ...item, metadata };
    switch (item.kind) {
      case "Node":
        return [putNode(objectOf(node(json)))];
      case "DaemonSet":
        return [putDaemonSet(objectOf(decodeDaemonSet(json)))];
      case "ControllerRevision":
        return [putRevision(objectOf(decodeControllerRevision(json)))];
      case "Pod":
        return [putPod(objectOf(pod(json)))];
      case "Event": {
        const event = modelEventOf(objectOf(decodeEvent(json)));
        return event === undefined ? [] : [putEvent(event)];
      }
      default:
        return [];
    }
  });
}

/** Returns the record of the DaemonSet of a case, `afterMs` after its recording. */
export function recordOf(
  events: readonly ClusterEvent[],
  takenAt: string,
  { afterMs = 0, unread = [] }: { readonly afterMs?: number; readonly unread?: readonly ModelSource[] } = {},
): DaemonSetRecord {
  const nowMs = Date.parse(takenAt);
  const model = new ClusterModel({ nowMs, unread });
  for (const event of events) model.apply(event, nowMs);
  model.apply({ do: "beginMarks" }, nowMs);
  const endMs = nowMs + afterMs;
  for (let atMs = nowMs; ; atMs = Math.min(endMs, model.nextWakeAtMs() ?? endMs)) {
    model.tick(atMs);
    model.takeChanges();
    if (atMs >= endMs) break;
  }
  const record = model.reading.daemonSetRecord("infra/agent");
  if (record === undefined) throw new Error("the case has no DaemonSet infra/agent");
  return record;
}

/** Returns every cause that a record states: on nodes, of budget slots, and about the DaemonSet itself. */
export function causesOf(record: DaemonSetRecord): readonly CauseFact[] {
  const { causes, budget, concern } = record;
  const ofConcern = causeOfConcern(concern);
  return [
    ...(ofConcern === undefined ? [] : [ofConcern.cause]),
    ...causes.map(({ cause }) => cause),
    ...budget.holders.map(({ cause }) => cause),
    ...causeKindsOf(record).map((kind) => ({ kind })),
  ];
}

/** Returns the kinds of `causesOf`, sorted, each once. */
export const kindsOf = (record: DaemonSetRecord): readonly CauseKind[] => [...new Set(causesOf(record).map(({ kind }) => kind))].sort();
