import { dropObject } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { buildFrame } from "@daemonscope/server/frames/build-frame";
import { cursorText } from "@daemonscope/server/frames/log/cursor";
import { sseFrame } from "@daemonscope/server/frames/log/sse";
import { Tail } from "@daemonscope/server/frames/log/tail";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { decodeCellChanges } from "@daemonscope/shared/codec/cell-changes";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { setImage } from "@daemonscope/simulator/staging/manifests";
import { eventOf, RESOURCES, type Resource, simulatedCluster } from "./simulated-cluster.ts";

/** A frame of a rollout, and the states before and after it. */
export interface Step {
  readonly frame: Frame;
  readonly before: ClusterState;
  readonly after: ClusterState;
}

/** The pod watch events since the rollout began. */
interface Watched {
  readonly events: number;
  readonly eventBytes: number;
  readonly trimmedBytes: number;
}

/**
 * The simulator's `big-cluster` with 12 DaemonSets through our decoders and model; one of them is rolled out at 10 %.
 * Uses no HTTP.
 */
export function bigClusterRollout(nodes: number) {
  const { store, clock } = simulatedCluster(nodes);
  const model = new ClusterModel({ nowMs: clock.nowMs() });
  const empty = () => emptyState("bench", { context: "bench", server: "", version: undefined, simulated: true }, clock.nowMs());
  let state = empty();
  const watched = { events: 0, eventBytes: 0, trimmedBytes: 0 };
  const take = (into: ClusterModel, resource: Resource, object: unknown) => {
    const event = eventOf(resource, object);
    if (event !== undefined) into.apply(event);
    return event;
  };
  const takeAll = (into: ClusterModel) => {
    for (const resource of RESOURCES) for (const object of store.list(resource)) take(into, resource, object);
  };
  takeAll(model);
  for (const resource of RESOURCES)
    store.subscribe(resource, ({ type, object }) => {
      if (resource === "pods") {
        watched.events++;
        watched.eventBytes += JSON.stringify({ type, object }).length;
      }
      if (type === "DELETED" && resource === "pods") return model.apply(dropObject("pods", object.metadata.uid));
      const event = take(model, resource, object);
      if (event?.do === "put" && event.kind === "pods") watched.trimmedBytes += JSON.stringify(event.object).length;
    });
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
    takeAll(other);
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

/** The bytes of a rollout's frames on the wire. `cpuMs` is the CPU time of the model and of encoding. */
interface RolloutBytes {
  readonly frames: number;
  readonly changedCells: number;
  readonly cellBytes: number;
  readonly plainBytes: number;
  readonly packedBytes: number;
  /** Bytes of compressed messages without their cells. */
  readonly packedWithoutCells: number;
  readonly cpuMs: number;
}

/** Messages of frames, each compressed with the ones before it as context. */
class Packed {
  readonly #tail = new Tail();
  bytes = 0;
  plainBytes = 0;

  add({ frame, before, after }: Step): void {
    const message = sseFrame(cursorText(frame), frameText(frame, before, after));
    this.#tail.append(message);
    this.plainBytes += message.length;
    this.bytes += this.#tail.at(this.#tail.end - 1)?.packed.length ?? 0;
  }
}

/** Rolls out for `steps` steps of 50 ms. */
export function rolloutBytes(cluster: ReturnType<typeof bigClusterRollout>, steps: number): RolloutBytes {
  const [whole, bare] = [new Packed(), new Packed()];
  let [frames, changedCells, cellBytes, cpuUs] = [0, 0, 0, 0];
  cluster.begin();
  for (let at = 0; at < steps; at++) {
    cluster.advance();
    const began = process.cpuUsage();
    const step = cluster.step();
    if (step === undefined) continue;
    whole.add(step);
    const used = process.cpuUsage(began);
    cpuUs += used.user + used.system;
    const { cells, ...without } = step.frame;
    bare.add({ ...step, frame: without });
    frames++;
    cellBytes += cells?.length ?? 0;
    for (const { rows } of (cells === undefined ? undefined : decodeCellChanges(cells))?.values() ?? []) changedCells += rows.length;
  }
  return {
    frames,
    changedCells,
    cellBytes,
    plainBytes: whole.plainBytes,
    packedBytes: whole.bytes,
    packedWithoutCells: bare.bytes,
    cpuMs: cpuUs / 1000,
  };
}
