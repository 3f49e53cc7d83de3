import type { StoredKind } from "@daemonscope/daemonset/model/cluster-event";
import type { SavedDaemonSet, SavedModel } from "@daemonscope/daemonset/model/saved-model";
import type { NodeEntry } from "@daemonscope/daemonset/model/tables/node-entry";
import type { SavedRowNames, SavedRows } from "@daemonscope/daemonset/model/tables/node-rows";
import type { SavedColumns } from "@daemonscope/daemonset/model/tables/pair-columns";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { CellColumn } from "@daemonscope/shared/state/cell-column";
import type { ClusterState, ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import type { RowIds } from "@daemonscope/shared/state/row-ids";
import type { ColumnarObjects } from "../encoding/columnar-objects.ts";
import { bytesOf, jsonInSlices, packInSlices, parseInSlices, readPackedJson } from "../encoding/json-in-slices.ts";
import { type PackedNumbers, packNumbers, unpackDeltas, unpackNumbers } from "../encoding/packed-numbers.ts";
import { podsFromColumns } from "../encoding/pods-of-columns.ts";
import { type PackedValues, unpackValues, unpackValuesInSlices } from "../encoding/value-packer.ts";
import { CheckpointPods, type CheckpointRun } from "./checkpoint-pods.ts";
import type { PackedRun, PodRunKey } from "./pod-runs.ts";

/** The state from which a log continues, right after a tick. */
export interface Checkpoint {
  readonly saved: SavedModel & { readonly pods: CheckpointPods };
  /** The state that the frames produced. It shares its records with the model. */
  readonly state: ClusterState;
  /** The numbers of the saved objects except pods, in the order of the objects. */
  readonly ids: Readonly<Record<Exclude<StoredKind, "pods">, readonly number[]>>;
  /** The number of the next new object of the log. */
  readonly nextId: number;
}

/** Nodes of one part of a checkpoint, as they are written. They are unchanged while this is the same object. */
export interface NodesInPart {
  readonly rows: readonly number[];
  /** The numbers of the nodes, by the index in `rows`. */
  readonly ids: readonly number[];
  entries(): Iterable<NodeEntry>;
}

/** A writer splits its nodes into parts of this size. A reader parses each part in one time slice. */
export const NODES_PER_PART = 5000;

/** Returns nodes that are objects, with their numbers. */
export function* listedNodes(nodes: SavedRows["nodes"], ids: readonly number[]): Iterable<NodesInPart> {
  for (let from = 0; from < nodes.length; from += NODES_PER_PART) {
    const some = nodes.slice(from, from + NODES_PER_PART);
    yield { rows: some.map(([row]) => row), ids: ids.slice(from, from + NODES_PER_PART), entries: () => some.map(([, entry]) => entry) };
  }
}

/** A saved model without nodes and pods. */
export type SavedWithoutObjects = Omit<SavedModel, "pods" | "rows"> & { readonly rows: SavedRowNames };

/** A checkpoint in the form in which it is written. */
export interface CheckpointInput extends Omit<Checkpoint, "saved" | "state" | "ids"> {
  readonly state: ClusterStateOf;
  readonly saved: SavedWithoutObjects;
  readonly nodes: Iterable<NodesInPart>;
  readonly ids: Readonly<Record<"daemonsets" | "controllerrevisions", readonly number[]>>;
  readonly runs: readonly PackedRun[];
}

interface PlainSlots {
  readonly names: readonly (string | null)[];
  readonly freed: readonly (readonly [slot: number, seq: number])[];
}

type NumberColumn = keyof typeof NUMBER_COLUMNS;
const NUMBER_COLUMNS = {
  verdicts: "Uint8Array",
  cells: "Uint8Array",
  tallies: "Uint32Array",
  progressAtMs: "Float64Array",
  hashAt: "Uint32Array",
} as const satisfies Partial<Record<keyof SavedColumns, string>>;

/** A saved DaemonSet whose numeric columns are texts. */
type WrittenSet = Omit<SavedDaemonSet, "columns"> & {
  readonly columns: Omit<SavedColumns, NumberColumn> & Readonly<Record<NumberColumn, PackedNumbers>>;
};

function writtenSet(set: SavedDaemonSet): WrittenSet {
  const { verdicts, cells, tallies, progressAtMs, hashAt } = set.columns;
  return {
    ...set,
    columns: {
      ...set.columns,
      verdicts: packNumbers(NUMBER_COLUMNS.verdicts, verdicts),
      cells: packNumbers(NUMBER_COLUMNS.cells, cells),
      tallies: packNumbers(NUMBER_COLUMNS.tallies, tallies),
      progressAtMs: packNumbers(NUMBER_COLUMNS.progressAtMs, progressAtMs),
      hashAt: packNumbers(NUMBER_COLUMNS.hashAt, hashAt),
    },
  };
}

function* savedSet(set: WrittenSet): Generator<undefined, SavedDaemonSet> {
  const numbers: Partial<Record<NumberColumn, ArrayLike<number>>> = {};
  for (const [name, kind] of Object.entries(NUMBER_COLUMNS) as [NumberColumn, (typeof NUMBER_COLUMNS)[NumberColumn]][]) {
    numbers[name] = unpackNumbers(kind, set.columns[name]);
    yield;
  }
  return { ...set, columns: { ...set.columns, ...(numbers as Record<NumberColumn, ArrayLike<number>>) } };
}

interface ModelPart extends Omit<SavedModel, "rows" | "sets" | "revisions" | "pods"> {
  readonly part: "model";
  readonly rows: SavedRowNames;
  readonly state: Pick<ClusterState, "epoch" | "seq" | "at" | "sources"> & {
    readonly rows: PlainSlots;
    readonly columns: PlainSlots;
    /** Base64 with one byte per row, for each column. */
    readonly cells: readonly string[];
  };
  readonly nextId: number;
}

interface NodesPart {
  readonly part: "nodes";
  readonly rows: readonly number[];
  readonly ids: readonly number[];
  readonly packed: PackedValues;
}
const NODES_BEGIN = '{"part":"nodes",';

/** The number of nodes, or of names of rows and columns, that one time slice resolves. */
const NODES_PER_SLICE = 5000;

type Part =
  | ModelPart
  | NodesPart
  | { readonly part: "daemonset"; readonly id: number; readonly set: WrittenSet }
  | { readonly part: "revisions"; readonly ids: readonly number[]; readonly packed: PackedValues }
  | { readonly part: "runs"; readonly runs: readonly PodRunKey[] }
  /** Only in schema 1. */
  | { readonly part: "pods"; readonly ids: readonly number[]; readonly columns: ColumnarObjects };

const plainSlots = ({ names, freed }: RowIds): PlainSlots => ({
  names: Array.from(names, (name) => name ?? null),
  freed: [...freed],
});

const slotsOf = ({ names, freed }: PlainSlots): RowIds => ({
  names: names.map((name) => name ?? undefined),
  freed: new Map(freed),
});

/** A part that is not built yet. The part is unchanged while `source` is the same object. */
interface PendingPart {
  readonly source: object;
  /** Builds the bytes of its text in steps of some milliseconds. */
  bytes(): Generator<undefined, Buffer>;
}

/** Yields all parts except the pods, so that other work can run between two of them. */
export function* nonPodParts({ saved, nodes, state, ids, nextId, runs }: CheckpointInput): Generator<PendingPart> {
  const { sets, revisions, ...model } = saved;
  const { epoch, seq, at, sources } = state;
  const modelPart = (): ModelPart => ({
    part: "model",
    ...model,
    state: {
      epoch,
      seq,
      at,
      sources,
      rows: plainSlots(state.rows),
      columns: plainSlots(state.columns),
      cells: state.cells.map(({ now }) => packNumbers("Uint8Array", now)),
    },
    nextId,
  });
  yield { source: saved, bytes: () => bytesOf(jsonInSlices(modelPart())) };
  for (const some of nodes)
    yield { source: some, bytes: () => bytesOf(packInSlices({ part: "nodes", rows: some.rows, ids: some.ids }, some.entries())) };
  for (const [at, set] of sets.entries())
    yield { source: set, bytes: () => bytesOf(jsonInSlices({ part: "daemonset", id: ids.daemonsets[at] ?? 0, set: writtenSet(set) })) };
  yield { source: revisions, bytes: () => bytesOf(packInSlices({ part: "revisions", ids: ids.controllerrevisions }, revisions)) };
  function* runsText(): Generator<undefined, readonly string[]> {
    const names: PodRunKey[] = [];
    for (const { name } of runs) {
      names.push(name);
      yield;
    }
    return yield* jsonInSlices({ part: "runs", runs: names });
  }
  yield { source: runs, bytes: () => bytesOf(runsText()) };
}

/** Parses the pods in the text of a block. */
const podsOfText = (podsText: string, count: number): readonly PodFacts[] => podsIn(JSON.parse(podsText) as ColumnarObjects, count);

/**
 * Returns the pods of columns. Throws unless their count is the number of ids, which occupy space in the file: a forged
 * count could allocate any amount of memory.
 */
function podsIn(columns: ColumnarObjects, count: number): readonly PodFacts[] {
  if (columns.count !== count) throw new Error(`a checkpoint has ${columns.count} pods and ${count} numbers of pods`);
  return podsFromColumns(columns);
}

function* foundIn<T>(found: ReadonlyMap<string, T>, names: PlainSlots["names"]): Generator<undefined, (T | undefined)[]> {
  const list: (T | undefined)[] = [];
  for (const name of names) if (list.push(name === null ? undefined : found.get(name)) % NODES_PER_SLICE === 0) yield;
  return list;
}

/** Reassembles a checkpoint part by part. */
export class CheckpointReader {
  #model: ModelPart | undefined;
  readonly #nodes: (readonly [row: number, entry: NodeEntry])[] = [];
  readonly #sets: SavedDaemonSet[] = [];
  readonly #revisions: KubeControllerRevision[] = [];
  readonly #runs: CheckpointRun[] = [];
  #runNames: readonly PodRunKey[] = [];
  readonly #ids: Record<Exclude<StoredKind, "pods">, number[]> = { nodes: [], daemonsets: [], controllerrevisions: [] };

  /** Adds a part from its text, in steps of some milliseconds. */
  *add(text: string): Generator<undefined, void> {
    if (text.startsWith(NODES_BEGIN)) return yield* this.#addNodes(text);
    const part = (yield* parseInSlices(text, "names")) as Exclude<Part, NodesPart>;
    yield;
    switch (part.part) {
      case "model":
        this.#model = part;
        return;
      case "daemonset":
        this.#sets.push(yield* savedSet(part.set));
        this.#ids.daemonsets.push(part.id);
        return;
      case "revisions":
        this.#revisions.push(...(unpackValues(part.packed) as readonly KubeControllerRevision[]));
        this.#ids.controllerrevisions.push(...part.ids);
        return;
      case "runs":
        this.#runNames = part.runs;
        return;
      case "pods": {
        const pods = podsIn(part.columns, part.ids.length);
        this.#runs.push({ ids: part.ids, owners: [...new Set(pods.map(({ ownerUid }) => ownerUid))], pods: () => pods });
        return;
      }
    }
  }

  *#addNodes(text: string): Generator<undefined, void> {
    const { fields, tables, lists } = yield* readPackedJson(text);
    const { rows, ids } = fields as NodesPart;
    const entries = (yield* unpackValuesInSlices(tables, lists)) as readonly NodeEntry[];
    for (const [at, entry] of entries.entries()) this.#nodes.push([rows[at] ?? 0, entry]);
    for (const id of ids) this.#ids.nodes.push(id);
  }

  /** Adds pods that are parsed on first use. Called after all other parts. */
  addPods(read: () => string): void {
    const [ids, ...owners] = this.#runNames[this.#runs.length] ?? [];
    if (ids === undefined) throw new Error("a checkpoint has pods without an owner entry");
    const numbers = unpackDeltas(ids);
    this.#runs.push({ ids: numbers, owners, pods: () => podsOfText(read(), numbers.length) });
  }

  /** Returns the checkpoint. Throws if parts are missing. */
  *checkpoint(cluster: ClusterIdentity): Generator<undefined, Checkpoint> {
    const model = this.#model;
    if (model === undefined) throw new Error("a checkpoint has no first part");
    if (this.#runs.length < this.#runNames.length) throw new Error("a checkpoint lacks pods");
    const { part: _, rows, state, nextId, ...saved } = model;
    if (this.#nodes.some(([row]) => !(row >= 0 && row < rows.names.length))) throw new Error("a checkpoint has a node in no row");
    const nodeByName = new Map<string, NodeRecord>();
    for (const [, { record }] of this.#nodes) {
      nodeByName.set(record.name, record);
      if (nodeByName.size % NODES_PER_SLICE === 0) yield;
    }
    const daemonSetByKey = new Map(this.#sets.flatMap(({ record }) => (record === undefined ? [] : [[record.key, record] as const])));
    const pods = new CheckpointPods(this.#runs);
    yield;
    const rowIds = slotsOf(state.rows);
    yield;
    const nodes = yield* foundIn(nodeByName, state.rows.names);
    const daemonSets = yield* foundIn(daemonSetByKey, state.columns.names);
    return {
      saved: {
        ...saved,
        remembersSinceMs: saved.remembersSinceMs,
        rows: { ...rows, nodes: this.#nodes },
        sets: this.#sets,
        revisions: this.#revisions,
        pods,
      },
      state: {
        epoch: state.epoch,
        seq: state.seq,
        at: state.at,
        cluster,
        sources: state.sources,
        rows: rowIds,
        columns: slotsOf(state.columns),
        nodes,
        daemonSets,
        cells: state.cells.map((text) => new CellColumn(Uint8Array.from(Buffer.from(text, "base64")))),
      },
      ids: this.#ids,
      nextId,
    };
  }
}
