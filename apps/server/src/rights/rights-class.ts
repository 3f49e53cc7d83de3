import { createHmac, randomBytes } from "node:crypto";
import { ClusterModel, type HeldObjects } from "@daemonscope/daemonset/model/cluster-model";
import { isModelSource, MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import type { SourceName } from "@daemonscope/shared/source-status";
import type { ClusterReads } from "../cluster/cluster-reads.ts";
import type { ClusterConsumer } from "../cluster/cluster-watch.ts";
import type { Transport } from "../cluster/transport.ts";
import { inTurns } from "../frames/in-turns.ts";
import { InputGate } from "../frames/input-gate.ts";
import { LiveFrames, type LiveFramesOptions } from "../frames/live-frames.ts";
import { type Input, tellModel } from "../log/input.ts";
import { inputConsumer } from "../log/model-consumer.ts";
import type { PastReadings } from "../readings/past-readings.ts";
import { liveReadings, type Readings } from "../readings/readings.ts";
import { BoundReads } from "./bound-reads.ts";
import { HiddenNodes } from "./hidden-nodes.ts";
import type { NodeNames } from "./node-names.ts";
import { SeenInputs } from "./seen-inputs.ts";
import { SeenPast } from "./seen-past.ts";
import { seenSources } from "./seen-sources.ts";
import { counts, type ViewerRights } from "./viewer-rights.ts";

/** The model that everything is told to, and what a part of it is made with. */
export interface WholeCluster {
  readonly live: LiveFrames;
  readonly reads: ClusterReads;
  /** For frames of its own. */
  readonly frames: Pick<LiveFramesOptions, "build" | "timers" | "random" | "wallNowMs">;
  readonly statuses: LiveFramesOptions["statuses"];
  readonly past: PastReadings;
  /** One sentence about an object that could not be taken in. */
  readonly problem: (text: string) => void;
}

/** So many objects are told in a part: a millisecond or two. */
const OBJECTS_A_PART = 200;

/** All that a model holds, as it is told; whoever takes it may do so in parts, with others told meanwhile. */
function* putsOf({ nodes, daemonSets, revisions, pods }: HeldObjects): Generator<Input, void> {
  for (const object of nodes) yield { do: "put", kind: "nodes", object };
  for (const object of daemonSets) yield { do: "put", kind: "daemonsets", object };
  for (const object of revisions) yield { do: "put", kind: "controllerrevisions", object };
  for (const object of pods) yield { do: "put", kind: "pods", object };
}

/** The same of the model that frames show now: from its beginning where it takes the place of another meanwhile, which is told nothing any more. */
function* putsOfShown(live: LiveFrames): Generator<Input, void> {
  for (let model: ClusterModel | undefined; model !== live.model; ) {
    model = live.model;
    for (const put of putsOf(model.held)) {
      if (live.model !== model) break;
      yield put;
    }
  }
}

/** What everybody with these rights sees: a model, a log, a past and reads of its own, fed with what the rights cover and nothing else. It begins with what the
 *  whole model holds; what that remembers of the time before, it does not know. That takes seconds of a large cluster, in which others have the thread and what is heard is told to it as to the whole model.
 *  *Invariants*: both are told the same at the same time, so that what is taken over of an object later is never older than what was told of it; nothing of it is ticked, and nothing shown, before it is made. */
export class RightsClass {
  readonly rights: ViewerRights;
  readonly live: LiveFrames;
  readonly readings: Readings;
  readonly consumer: ClusterConsumer;
  /** What the consumer makes of objects. */
  readonly tell: (input: Input) => void;
  /** Reads within these rights, by this transport. */
  readonly readsBy: (transport: Transport) => ClusterReads;
  /** Resolves when it has all that the whole model holds. */
  readonly made: Promise<void>;
  readonly #model: ClusterModel;
  readonly #gate: InputGate;
  #isMade = false;

  /** `nodeNames` knows nodes that are gone. */
  constructor(rights: ViewerRights, { live: whole, reads, frames, statuses, past, problem }: WholeCluster, nodeNames: NodeNames) {
    this.rights = rights;
    this.#gate = new InputGate(whole.pressure);
    const isNode = (name: string) => whole.model.reading.nodeRecord(name) !== undefined || nodeNames.has(name);
    const hidden = rights.nodes === "all" ? undefined : new HiddenNodes(isNode, randomBytes(16));
    const inputs = new SeenInputs(rights, hidden);
    const { reading } = whole.model;
    const unread = MODEL_SOURCES.filter((source) => !counts(rights, source) || !reading.isRead(source));
    const model = new ClusterModel({ nowMs: whole.clock.nowMs(), gates: reading.gates, unread, objects: "columns" });
    this.#model = model;
    const failed = (cause: unknown) =>
      problem(`what is told to those who see a part could not be taken in: ${cause instanceof Error ? cause.message : String(cause)}`);
    const tell = (input: Input) =>
      this.#gate.pass(() => {
        const seen = inputs.input(input);
        if (seen !== undefined) tellModel(model, model.reading.nowMs, seen);
      }, failed);
    this.tell = (input) => {
      tell(input);
      // Not left to who tells: what waited at the gate of the whole is told when nobody hears of it any more.
      if (model.hasNews) this.wake();
    };
    this.consumer = inputConsumer(this.tell);
    this.readsBy = (transport) => new BoundReads({ transport, namespace: reads.namespace }, rights, hidden);
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
      gate: this.#gate,
      statuses: () => seenSources(statuses(), rights),
      // Templates in which nodes have other names are not as they were kept.
      keepTemplate: hidden === undefined ? whole.keepTemplate : undefined,
    });
    this.readings = liveReadings(
      this.live,
      this.readsBy(reads.transport),
      past.within(new SeenPast({ name: epoch, rights, inputs, nodeNames, epochOf })),
    );
    this.made = inTurns(this.#make(whole, tell), frames.timers);
  }

  *#make(whole: LiveFrames, tell: (input: Input) => void): Generator<undefined, void> {
    let count = 0;
    for (const put of putsOfShown(whole)) {
      if (this.live.hasStopped) return;
      tell(put);
      // All nodes are judged for a DaemonSet when it comes.
      if (++count % OBJECTS_A_PART === 0 || (put.do === "put" && put.kind === "daemonsets")) yield;
    }
    yield* this.live.settleInParts();
    this.#isMade = true;
    if (whole.model.isRemembering) this.live.beginMarks();
    else this.live.settle();
  }

  /** Whether it has all that the whole model holds. */
  get isMade(): boolean {
    return this.#isMade;
  }

  /** The model or a source changed: a frame follows if it shows. */
  wake(): void {
    if (this.#isMade) this.live.wake();
  }

  /** The first sync of the whole is over. */
  beginMarks(): void {
    if (this.#isMade) this.live.beginMarks();
  }

  /** What is told from here on happens now. */
  at(nowMs: number): void {
    this.#gate.pass(() => this.#model.at(nowMs));
  }

  /** A kind has been read whole. */
  onRead(source: SourceName): void {
    this.#gate.pass(() => {
      if (isModelSource(source) && counts(this.rights, source)) this.#model.markRead(source);
      this.wake();
    });
  }

  onGap(source: SourceName, fromMs: number): void {
    if (this.#isMade && counts(this.rights, source)) this.live.addGap(source, fromMs);
  }
}
