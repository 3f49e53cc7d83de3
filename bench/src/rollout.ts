import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { buildFrame } from "@daemonscope/server/frames/build-frame";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { setImage } from "@daemonscope/simulator/staging/manifests";

/** A frame of a rollout, and the states before and after it. */
export interface Step {
  readonly frame: Frame;
  readonly before: ClusterState;
  readonly after: ClusterState;
}

/** The pod watch events since the rollout began. */
export interface Watched {
  readonly events: number;
  readonly eventBytes: number;
  readonly trimmedBytes: number;
}

/**
 * The simulator's `big-cluster` with 12 DaemonSets through our decoders and model; one of them is rolled out at 10 %.
 * Uses no HTTP.
 */
export function bigClusterRollout(nodes: number) {
  const found = findScenario("big-cluster");
  if ("problem" in found) throw new Error(found.problem);
  const { store, clock } = createSimulator({ scenario: found.scenario, seed: 1, nowMs: Date.UTC(2026, 0, 1), nodes, manualSteps: true });
  const model = new ClusterModel({ nowMs: clock.nowMs() });
  const empty = () => emptyState("bench", { context: "bench", server: "", version: undefined, simulated: true }, clock.nowMs());
  let state = empty();
  const watched = { events: 0, eventBytes: 0, trimmedBytes: 0 };
  const decoders = [
    ["nodes", decodeNode, (into: ClusterModel, object: never) => into.apply(putNode(object))],
    ["daemonsets", decodeDaemonSet, (into: ClusterModel, object: never) => into.apply(putDaemonSet(object))],
    ["controllerrevisions", decodeControllerRevision, (into: ClusterModel, object: never) => into.apply(putRevision(object))],
    ["pods", decodePod, (into: ClusterModel, object: never) => into.apply(putPod(object))],
  ] as const;
  for (const [resource, decode, put] of decoders) {
    const take = (object: unknown) => {
      const decoded = decode(object);
      if ("object" in decoded) put(model, decoded.object as never);
      return decoded;
    };
    for (const object of store.list(resource)) take(object);
    store.subscribe(resource, ({ type, object }) => {
      if (resource === "pods") {
        watched.events++;
        watched.eventBytes += JSON.stringify({ type, object }).length;
      }
      if (type === "DELETED" && resource === "pods") model.apply(dropObject("pods", object.metadata.uid));
      else {
        const decoded = take(object);
        if (resource === "pods" && "object" in decoded) watched.trimmedBytes += JSON.stringify(decoded.object).length;
      }
    });
  }
  /** Returns the frame of the model's changes since the last step; undefined if there are none. */
  function step(): Step | undefined {
    model.tick(clock.nowMs());
    const changes = model.takeChanges();
    const frame = buildFrame(state, changes, undefined, clock.nowMs());
    if (frame === undefined) return undefined;
    const before = state;
    const applied = applyFrame(before, frame);
    if (applied.kind !== "applied") throw new Error(`a produced frame was refused: ${applied.kind}`);
    state = applied.state;
    return { frame, before, after: state };
  }
  /** Returns the state of another model of the current objects. */
  function rebuiltState(): ClusterState {
    const other = new ClusterModel({ nowMs: clock.nowMs() });
    for (const [resource, decode, put] of decoders)
      for (const object of store.list(resource)) {
        const decoded = decode(object);
        if ("object" in decoded) put(other, decoded.object as never);
      }
    other.tick(clock.nowMs());
    const frame = buildFrame(empty(), other.takeChanges(), undefined, clock.nowMs());
    const applied = frame === undefined ? undefined : applyFrame(empty(), frame);
    if (applied?.kind !== "applied") throw new Error("a produced frame was refused");
    return applied.state;
  }
  const first = step();
  // The server does this after its first sync, and the records depend on it.
  model.apply({ do: "beginMarks" });
  return {
    first,
    state: () => state,
    rebuiltState,
    watched: watched as Watched,
    pods: () => store.list("pods").map((pod) => decodePod(pod)),
    /** Starts a rollout, if the tag differs from the last one. */
    begin(tag = "bench") {
      watched.events = watched.eventBytes = watched.trimmedBytes = 0;
      setImage(store, "kube-system", "fluent-bit", `registry.example/fluent-bit:${tag}`);
    },
    /** Advances the cluster by 50 ms, with its watch events. */
    advance: () => clock.advance(50),
    step,
  };
}
