import { createHmac, randomBytes } from "node:crypto";
import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel, type ModelObjects } from "@daemonscope/daemonset/model/cluster-model";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { SourceName } from "@daemonscope/kube/source-status";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { drainInSlices } from "../../feed/drain-in-slices.ts";
import { EventQueue } from "../../feed/event-queue.ts";
import { LiveFrames, type LiveFramesOptions } from "../../frames/live-frames.ts";
import type { HistoryReadings } from "../../readings/history-readings.ts";
import { liveReadings, type Readings } from "../../readings/readings.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { isModelled, type UserRights } from "../rights/user-rights.ts";
import { AccessFilter } from "./access-filter.ts";
import type { NodeNames } from "./node-names.ts";
import { NodePseudonyms } from "./node-pseudonyms.ts";
import { ScopedHistory } from "./scoped-history.ts";
import { ScopedReads } from "./scoped-reads.ts";
import { scopedSources } from "./scoped-sources.ts";

/** The model that receives all events, and the parts from which a scoped model is built. */
export interface UnscopedCluster {
  readonly live: LiveFrames;
  readonly reads: OnDemandReads;
  /** Options for the frames of a scoped cluster. */
  readonly frames: Pick<LiveFramesOptions, "build" | "timers" | "random" | "wallNowMs">;
  readonly statuses: LiveFramesOptions["statuses"];
  readonly past: HistoryReadings;
  /** Reports an object that the model rejected, in one sentence. */
  readonly problem: (text: string) => void;
}

/** Objects per time slice: one to two milliseconds of work. */
const OBJECTS_PER_SLICE = 200;

/** Yields everything that a model holds, as inputs. The caller may iterate in time slices while other inputs arrive. */
function* putsOf({ nodes, daemonSets, revisions, pods, events }: ModelObjects): Generator<ClusterEvent, void> {
  for (const object of nodes) yield { do: "put", kind: "nodes", object };
  for (const object of daemonSets) yield { do: "put", kind: "daemonsets", object };
  for (const object of revisions) yield { do: "put", kind: "controllerrevisions", object };
  for (const object of pods) yield { do: "put", kind: "pods", object };
  for (const object of events) yield { do: "put", kind: "events", object };
}

/** Yields the inputs of the model that the frames show. If another model replaces that model, the generator starts
 *  again, because the old model receives no further events. */
function* putsOfShown(live: LiveFrames): Generator<ClusterEvent, void> {
  for (let model: ClusterModel | undefined; model !== live.model; ) {
    model = live.model;
    for (const put of putsOf(model.held)) {
      if (live.model !== model) break;
      yield put;
    }
  }
}

/** Model, log, history and reads that all users with the same rights share. They contain only what the rights cover.
 *  The model begins with the content of the whole model, but without that model's memory of earlier times. For a large
 *  cluster the build takes seconds: it runs in time slices, and new inputs reach both models meanwhile.
 *  *Invariants*: both models get each input at the same time. So an object that is copied later is never older than its
 *  last input. No tick and no output happen before the build is complete. */
export class ScopedCluster {
  readonly rights: UserRights;
  readonly live: LiveFrames;
  readonly readings: Readings;
  /** Returns reads within these rights over a transport. */
  readonly readsBy: (transport: Transport) => OnDemandReads;
  /** Resolves when the model has everything that the whole model holds and these rights cover. */
  readonly made: Promise<void>;
  readonly #model: ClusterModel;
  readonly #queue: EventQueue;
  #isMade = false;

  /** `nodeNames` has the names of present and former nodes. */
  constructor(rights: UserRights, { live: whole, reads, frames, statuses, past, problem }: UnscopedCluster, nodeNames: NodeNames) {
    this.rights = rights;
    this.#queue = new EventQueue(whole.pressure);
    const isNode = (name: string) => whole.model.reading.nodeRecord(name) !== undefined || nodeNames.has(name);
    const hidden = rights.nodes === "all" ? undefined : new NodePseudonyms(isNode, randomBytes(16));
    const inputs = new AccessFilter(rights, hidden);
    const { reading } = whole.model;
    const unread = MODEL_SOURCES.filter((source) => !isModelled(rights, source) || !reading.isRead(source));
    const model = new ClusterModel({ nowMs: whole.clock.nowMs(), gates: reading.gates, unread, objects: "columns" });
    this.#model = model;
    const failed = (cause: unknown) => problem(`the view of users with limited rights could not be updated: ${errorMessage(cause)}`);
    const deliver = (event: ClusterEvent, nowMs: number) => {
      const visible = inputs.input(event);
      if (visible === undefined) model.at(nowMs);
      else model.apply(visible, nowMs);
      if (event.do === "read") this.wake();
    };
    this.#queue.connect(deliver, ({ cause }) => failed(cause));
    this.readsBy = (transport) => new ScopedReads({ transport, namespace: reads.namespace }, rights, hidden);
    const identity = whole.log.state.cluster;
    const epochKey = randomBytes(16);
    const epochOf = (log: string) => createHmac("sha256", epochKey).update(log).digest("hex").slice(0, 12);
    const epoch = epochOf("live");
    this.live = new LiveFrames({
      ...frames,
      model: this.#model,
      identity,
      epoch,
      clock: whole.clock,
      queue: this.#queue,
      statuses: () => scopedSources(statuses(), rights),
      // Templates with replaced node names differ from the kept ones.
      keepTemplate: hidden === undefined ? whole.keepTemplate : undefined,
    });
    this.readings = liveReadings(
      this.live,
      this.readsBy(reads.transport),
      past.within(new ScopedHistory({ name: epoch, rights, inputs, nodeNames, epochOf })),
    );
    this.made = drainInSlices(this.#build(whole), frames.timers);
  }

  /** Applies an event of the whole model, filtered by the rights. */
  apply(event: ClusterEvent, nowMs: number): void {
    this.#queue.push(event, nowMs);
    // Wakes here instead of in the caller: events that waited in the whole model's queue arrive after the caller's
    // return.
    if (this.#model.hasNews) this.wake();
  }

  *#build(whole: LiveFrames): Generator<undefined, void> {
    let count = 0;
    for (const put of putsOfShown(whole)) {
      if (this.live.hasStopped) return;
      this.#queue.push(put, this.#model.reading.nowMs);
      // A new DaemonSet makes the model assess all nodes.
      if (++count % OBJECTS_PER_SLICE === 0 || (put.do === "put" && put.kind === "daemonsets")) yield;
    }
    yield* this.live.settleInParts();
    this.#isMade = true;
    if (whole.model.isRemembering) this.live.beginMarks();
    else this.live.settle();
  }

  /** Reports whether the build is complete. */
  get isMade(): boolean {
    return this.#isMade;
  }

  /** Wakes the ticker after a change of the model or a source. A frame follows if readers would see a difference. */
  wake(): void {
    if (this.#isMade) this.live.wake();
  }

  /** Call when the first sync of the whole cluster ends. */
  beginMarks(): void {
    if (this.#isMade) this.live.beginMarks();
  }

  onGap(source: SourceName, fromMs: number): void {
    if (this.#isMade && isModelled(this.rights, source)) this.live.addGap(source, fromMs);
  }
}
