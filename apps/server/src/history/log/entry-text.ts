import {
  CLUSTER_KINDS,
  type ClusterEvent,
  type ClusterObjects,
  eventKeyOf,
  type StoredKind,
} from "@daemonscope/daemonset/model/cluster-event";
import type { NodeEntry } from "@daemonscope/daemonset/model/tables/node-entry";
import { type PodFacts, withoutOvercomeLoop } from "@daemonscope/daemonset/pods/pod-facts";
import { isModelSource, type ModelSource } from "@daemonscope/daemonset/records/records";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { SOURCES } from "@daemonscope/kube/source-status";
import type { Frame } from "@daemonscope/shared/state/frame";
import { ChunkedMap } from "../encoding/chunked-map.ts";
import { applyDelta, type Delta, deltaFromAll, deltaOf } from "../encoding/object-delta.ts";
import type { LoggedNodes } from "./fast/logged-nodes.ts";
import type { LoggedPods, PodBefore } from "./fast/logged-pods.ts";
import type { LogEntry } from "./log-entry.ts";

/** An object that the log contains, and the number by which entries refer to the object. */
interface NumberedObject<Kind extends StoredKind = StoredKind> {
  readonly id: number;
  object: ClusterObjects[Kind];
}

/** An entry of a writer. All but the first are of nodes and pods in columns: `before` is undefined for a new one. */
export type WrittenEntry =
  | LogEntry
  | { readonly kind: "node"; readonly nowMs: number; readonly before: NodeEntry | undefined; readonly node: NodeEntry }
  | { readonly kind: "pod"; readonly nowMs: number; readonly before: PodBefore | undefined; readonly pod: PodFacts }
  | { readonly kind: "podStatus"; readonly nowMs: number; readonly uid: string; readonly delta: Delta };

/** The first item of each line, by type of entry. */
export const CODE = { put: 0, change: 1, drop: 2, read: 3, beginMarks: 4, tick: 5, hash: 6, dropEvent: 7 } as const;

/** Returns the line of a tick without inputs, alone in its block. The model is at `nowMs`, the frame at `atMs`. */
export const tickLine = (nowMs: number, atMs: number): string => JSON.stringify([CODE.tick, [nowMs], atMs - nowMs]);

/**
 * Milliseconds since the previous line. A list holds the absolute time: in the first line of a block, and if the sum
 * would not give the exact time back.
 */
type Step = number | readonly [nowMs: number];

/**
 * Writes entries as lines of JSON, in order of arrival. Keeps the last version of each object, so that a change costs
 * only its differing fields. A line depends on earlier lines: for the objects, and within a block for the time.
 */
export class EntryWriter {
  readonly known: Readonly<Record<StoredKind, Map<string, NumberedObject> | ChunkedMap<NumberedObject>>> = {
    nodes: new Map(),
    daemonsets: new Map(),
    controllerrevisions: new Map(),
    pods: new ChunkedMap(),
  };
  /** The numbers of nodes in columns, which are then not in `known`. */
  nodes: LoggedNodes | undefined;
  /** The numbers of pods in columns, which are then not in `known`. */
  pods: LoggedPods | undefined;
  #droppedPods = new Set<string>();
  #nextId = 0;
  #lastMs: number | undefined;

  /** Returns the pods that were dropped since the last call. If one of them exists again, it has another number. */
  takeDroppedPods(): ReadonlySet<string> {
    const dropped = this.#droppedPods;
    this.#droppedPods = new Set();
    return dropped;
  }

  /** Numbers an object of a model. From then on the log knows it. */
  know(kind: StoredKind, key: string, object: ClusterObjects[StoredKind]): number {
    this.known[kind].set(key, { id: this.#nextId, object });
    return this.newId();
  }

  /** Returns the number of a new object. */
  newId(): number {
    return this.#nextId++;
  }

  get nextId(): number {
    return this.#nextId;
  }

  /** Starts a block: its first line has an absolute time. */
  beginBlock(): void {
    this.#lastMs = undefined;
  }

  /** Returns the line of an entry, or undefined if the entry changes nothing in any model. */
  lineOf(entry: WrittenEntry): string | undefined {
    switch (entry.kind) {
      case "input":
        return this.#inputLine(entry.nowMs, entry.input);
      case "tick": {
        const { atMs, nowMs, sources, gaps } = entry;
        const step = this.#step(nowMs);
        const more = sources === undefined && gaps === undefined ? [] : [{ sources, gaps }];
        return JSON.stringify([CODE.tick, step, atMs - nowMs, ...more]);
      }
      case "hash":
        return JSON.stringify([CODE.hash, entry.seq, entry.hash]);
      case "node":
        return this.#nodeLine(entry.nowMs, entry.before, entry.node);
      case "pod":
        return this.#podLine(entry.nowMs, entry.before, entry.pod);
      case "podStatus":
        return this.#changeLine(entry.nowMs, this.pods?.numberOf(entry.uid), entry.delta);
      default:
        return assertNever(entry);
    }
  }

  #inputLine(nowMs: number, input: ClusterEvent): string | undefined {
    switch (input.do) {
      case "put":
        return this.#putLine(nowMs, input);
      case "drop": {
        if (input.kind === "events") return JSON.stringify([CODE.dropEvent, this.#step(nowMs), input.key]);
        const inColumns = input.kind === "nodes" ? this.nodes : input.kind === "pods" ? this.pods : undefined;
        if (inColumns !== undefined) {
          const id = inColumns.remove(input.key);
          return id === undefined ? undefined : `[${CODE.drop},${this.#stepText(nowMs)},${id}]`;
        }
        const known = this.known[input.kind].get(input.key);
        if (known === undefined) return undefined;
        this.known[input.kind].delete(input.key);
        if (input.kind === "pods") this.#droppedPods.add(input.key);
        return `[${CODE.drop},${this.#stepText(nowMs)},${known.id}]`;
      }
      case "read":
        return JSON.stringify([CODE.read, this.#step(nowMs), SOURCES.indexOf(input.source)]);
      case "beginMarks":
        return JSON.stringify([CODE.beginMarks, this.#step(nowMs)]);
      default:
        return assertNever(input);
    }
  }

  #putLine(nowMs: number, input: Extract<ClusterEvent, { readonly do: "put" }>): string | undefined {
    const { kind, object } = input;
    if (kind === "events") return JSON.stringify([CODE.put, this.#step(nowMs), CLUSTER_KINDS.indexOf(kind), object]);
    const key = eventKeyOf(input);
    const before = this.known[kind].get(key);
    if (before === undefined) {
      this.known[kind].set(key, { id: this.#nextId++, object });
      return JSON.stringify([CODE.put, this.#step(nowMs), CLUSTER_KINDS.indexOf(kind), object]);
    }
    const delta = deltaOf(kind, before.object as never, object as never);
    // A model ignores an equal pod or node. An equal object of another kind makes it evaluate the DaemonSet again.
    if (delta === undefined && (kind === "pods" || kind === "nodes")) return undefined;
    const previous = before.object;
    before.object = object;
    // The model drops the evidence of a crash loop by time, so that a checkpoint may have the pod without it.
    if (kind === "pods" && "overcomeAtMs" in previous)
      return this.#changeLine(nowMs, before.id, deltaFromAll([previous, withoutOvercomeLoop(previous, Number.POSITIVE_INFINITY)], object));
    return this.#changeLine(nowMs, before.id, delta ?? {});
  }

  #nodeLine(nowMs: number, before: NodeEntry | undefined, node: NodeEntry): string | undefined {
    const { name } = node.record;
    const id = this.nodes?.numberOf(name);
    if (before !== undefined && id !== undefined) return this.#changeLine(nowMs, id, deltaOf("nodes", before, node));
    this.nodes?.add(name, this.newId());
    return JSON.stringify([CODE.put, this.#step(nowMs), CLUSTER_KINDS.indexOf("nodes"), node]);
  }

  #podLine(nowMs: number, before: PodBefore | undefined, pod: PodFacts): string | undefined {
    const id = this.pods?.numberOf(pod.uid);
    if (before !== undefined && id !== undefined) return this.#changeLine(nowMs, id, this.pods?.deltaOf(before, pod));
    this.pods?.add(pod.uid, this.newId());
    return JSON.stringify([CODE.put, this.#step(nowMs), CLUSTER_KINDS.indexOf("pods"), pod]);
  }

  #changeLine(nowMs: number, id: number | undefined, delta: Delta | undefined): string | undefined {
    return id === undefined || delta === undefined ? undefined : `[${CODE.change},${this.#stepText(nowMs)},${id},${JSON.stringify(delta)}]`;
  }

  #stepText(nowMs: number): string {
    const step = this.#step(nowMs);
    return typeof step === "number" ? String(step) : `[${step[0]}]`;
  }

  #step(nowMs: number): Step {
    const last = this.#lastMs;
    this.#lastMs = nowMs;
    return last !== undefined && last + (nowMs - last) === nowMs ? nowMs - last : [nowMs];
  }
}

type Line =
  | readonly [code: 0, step: Step, kind: number, object: ClusterObjects[keyof ClusterObjects]]
  | readonly [code: 1, step: Step, id: number, delta: Delta]
  | readonly [code: 2, step: Step, id: number]
  | readonly [code: 3, step: Step, source: number]
  | readonly [code: 4, step: Step]
  | readonly [code: 5, step: Step, aheadMs: number, more?: { readonly sources?: Frame["sources"]; readonly gaps?: readonly TimelineMark[] }]
  | readonly [code: 6, seq: number, hash: string]
  | readonly [code: 7, step: Step, uid: string];

const MOST_FREQUENT_FIRST = ["pods", "nodes", "daemonsets", "controllerrevisions"] as const satisfies readonly StoredKind[];

const putOf = (kind: keyof ClusterObjects, object: unknown): Extract<ClusterEvent, { readonly do: "put" }> =>
  ({ do: "put", kind, object }) as Extract<ClusterEvent, { readonly do: "put" }>;

/**
 * Parses the lines of an EntryWriter, from their beginning or from the objects of a checkpoint. Throws if a line does
 * not follow from earlier lines. Blocks are verified by their checksums, so that this is a bug or a forgery.
 */
export class EntryReader {
  /** By number, which is unique among all kinds. */
  readonly #known: Readonly<Record<StoredKind, Map<number, ClusterObjects[StoredKind]>>> = {
    nodes: new Map(),
    daemonsets: new Map(),
    controllerrevisions: new Map(),
    pods: new Map(),
  };
  readonly #podOf: (id: number) => PodFacts | undefined;
  #nextId = 0;
  #lastMs = 0;

  /** `podOf`: returns the pods that are known at the start. */
  constructor(podOf: (id: number) => PodFacts | undefined = () => undefined) {
    this.#podOf = podOf;
  }

  /** Adds an object that is known at the start. */
  know(id: number, kind: StoredKind, object: ClusterObjects[StoredKind]): void {
    this.#known[kind].set(id, object);
  }

  /** Sets the number of the next new object. */
  goOnAt(nextId: number): void {
    this.#nextId = nextId;
  }

  /** Returns the entries of a block, or of consecutive whole lines of one. */
  entriesOf(text: string): readonly LogEntry[] {
    const lines = JSON.parse(`[${text.trimEnd().replaceAll("\n", ",")}]`) as readonly Line[];
    return lines.map((line) => this.#entryOf(line));
  }

  #entryOf(line: Line): LogEntry {
    if (line[0] === CODE.hash) return { kind: "hash", seq: line[1], hash: line[2] };
    const [, step] = line;
    const nowMs = typeof step === "number" ? this.#lastMs + step : step[0];
    this.#lastMs = nowMs;
    if (line[0] !== CODE.tick) return { kind: "input", nowMs, input: this.#inputOf(line) };
    const [, , aheadMs, { sources, gaps } = {}] = line;
    return {
      kind: "tick",
      atMs: nowMs + aheadMs,
      nowMs,
      ...(sources === undefined ? {} : { sources }),
      ...(gaps === undefined ? {} : { gaps }),
    };
  }

  #numbered(id: number): { readonly kind: StoredKind; readonly object: ClusterObjects[StoredKind] } {
    for (const kind of MOST_FREQUENT_FIRST) {
      const object = this.#known[kind].get(id);
      if (object !== undefined) return { kind, object };
    }
    const pod = this.#podOf(id);
    if (pod !== undefined) return { kind: "pods", object: pod };
    throw new Error("a log names an object that it does not contain");
  }

  #inputOf(line: Exclude<Line, readonly [5 | 6, ...unknown[]]>): ClusterEvent {
    switch (line[0]) {
      case CODE.put: {
        const kind = CLUSTER_KINDS[line[2]];
        if (kind === undefined) throw new Error("a log names a kind that is none");
        const put = putOf(kind, line[3]);
        if (put.kind !== "events") this.#known[put.kind].set(this.#nextId++, put.object);
        return put;
      }
      case CODE.change: {
        const { kind, object } = this.#numbered(line[2]);
        const after = applyDelta(kind, object as never, line[3]);
        this.#known[kind].set(line[2], after);
        return putOf(kind, after);
      }
      case CODE.drop: {
        const { kind, object } = this.#numbered(line[2]);
        this.#known[kind].delete(line[2]);
        return { do: "drop", kind, key: eventKeyOf(putOf(kind, object)) };
      }
      case CODE.read: {
        const source = SOURCES[line[2]];
        if (source === undefined || !isModelSource(source)) throw new Error("a log names a kind that a model does not read");
        return { do: "read", source: source satisfies ModelSource };
      }
      case CODE.beginMarks:
        return { do: "beginMarks" };
      case CODE.dropEvent:
        return { do: "drop", kind: "events", key: line[2] };
      default:
        return assertNever(line);
    }
  }
}
