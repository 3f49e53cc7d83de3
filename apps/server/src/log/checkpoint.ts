import type { NodeEntry } from "@daemonscope/daemonset/model/node-entry";
import type { SavedModel, SavedSet } from "@daemonscope/daemonset/model/saved-model";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { decodeBase64, encodeBase64 } from "@daemonscope/shared/codec/base64";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import type { Slots } from "@daemonscope/shared/slots";
import { type Columns, columnsOf } from "./columns.ts";
import type { KeptKind } from "./input.ts";
import { type Packed, Packer, unpacked } from "./packed-values.ts";
import { podsOf } from "./pods-of-columns.ts";

/** All that a log goes on from, right after a tick. */
export interface Checkpoint {
  readonly saved: SavedModel;
  /** What the frames led to. Its records are those of the model. */
  readonly state: ClusterState;
  /** The numbers of the saved objects, in their order. */
  readonly ids: Readonly<Record<KeptKind, readonly number[]>>;
  readonly nextId: number;
}

/** So many pods are a part at most: some milliseconds of work. */
export const PODS_A_PART = 2000;

interface PlainSlots {
  readonly names: readonly (string | null)[];
  readonly freed: readonly (readonly [slot: number, seq: number])[];
}

interface ModelPart extends Omit<SavedModel, "rows" | "sets" | "revisions" | "pods"> {
  readonly part: "model";
  readonly rows: Omit<SavedModel["rows"], "nodes">;
  readonly state: Pick<ClusterState, "epoch" | "seq" | "at" | "sources"> & {
    readonly rows: PlainSlots;
    readonly columns: PlainSlots;
    /** base64 of a byte a row, for each column. */
    readonly cells: readonly string[];
  };
  readonly nextId: number;
}

type Part =
  | ModelPart
  | { readonly part: "nodes"; readonly rows: readonly number[]; readonly ids: readonly number[]; readonly packed: Packed }
  | { readonly part: "daemonset"; readonly id: number; readonly set: SavedSet }
  | { readonly part: "revisions"; readonly ids: readonly number[]; readonly packed: Packed }
  | { readonly part: "pods"; readonly ids: readonly number[]; readonly columns: Columns };

const plainSlots = ({ names, freed }: Slots): PlainSlots => ({
  names: Array.from(names, (name) => name ?? null),
  freed: [...freed],
});

const slotsOf = ({ names, freed }: PlainSlots): Slots => ({
  names: names.map((name) => name ?? undefined),
  freed: new Map(freed),
});

function packedOf(values: readonly unknown[]): Packed {
  const packer = new Packer();
  for (const value of values) packer.add(value);
  return packer.take();
}

const text = (part: Part): string => JSON.stringify(part);

/** The part with some pods, and their numbers. */
export const podsPart = (pods: readonly PodFacts[], ids: readonly number[]): string =>
  text({ part: "pods", ids, columns: columnsOf(pods) });

/** Texts that together are the checkpoint, one at a time: between two of them others may have the thread. */
export function* partsOf(checkpoint: Checkpoint): Generator<string> {
  const { saved, ids } = checkpoint;
  for (const part of partsBesidePods(checkpoint)) yield part.text();
  for (let from = 0; from < saved.pods.length; from += PODS_A_PART) {
    const to = from + PODS_A_PART;
    yield podsPart(saved.pods.slice(from, to), ids.pods.slice(from, to));
  }
}

/** A part that is not made yet. It is as it was while `of` is the same object. */
export interface PartToMake {
  readonly of: object;
  text(): string;
}

/** All parts but those with pods. */
export function* partsBesidePods({ saved, state, ids, nextId }: Checkpoint): Generator<PartToMake> {
  const { rows, sets, revisions, pods: _, ...model } = saved;
  const { nodes, ...names } = rows;
  const { epoch, seq, at, sources } = state;
  const modelPart = (): ModelPart => ({
    part: "model",
    ...model,
    rows: names,
    state: {
      epoch,
      seq,
      at,
      sources,
      rows: plainSlots(state.rows),
      columns: plainSlots(state.columns),
      cells: state.cells.map((cells) => encodeBase64(cells)),
    },
    nextId,
  });
  yield { of: saved, text: () => text(modelPart()) };
  const nodesPart = (): Part => ({
    part: "nodes",
    rows: nodes.map(([row]) => row),
    ids: ids.nodes,
    packed: packedOf(nodes.map(([, entry]) => entry)),
  });
  yield { of: nodes, text: () => text(nodesPart()) };
  for (const [at, set] of sets.entries()) yield { of: set, text: () => text({ part: "daemonset", id: ids.daemonsets[at] ?? 0, set }) };
  yield { of: revisions, text: () => text({ part: "revisions", ids: ids.controllerrevisions, packed: packedOf(revisions) }) };
}

/** Puts a checkpoint together again, part by part. */
export class CheckpointReader {
  #model: ModelPart | undefined;
  #nodes: (readonly [row: number, entry: NodeEntry])[] = [];
  readonly #sets: SavedSet[] = [];
  readonly #revisions: KubeControllerRevision[] = [];
  readonly #pods: PodFacts[] = [];
  readonly #ids: Record<KeptKind, number[]> = { nodes: [], daemonsets: [], controllerrevisions: [], pods: [] };

  add(text: string): void {
    const part = JSON.parse(text) as Part;
    switch (part.part) {
      case "model":
        this.#model = part;
        return;
      case "nodes": {
        const entries = unpacked(part.packed) as readonly NodeEntry[];
        this.#nodes = entries.map((entry, at) => [part.rows[at] ?? 0, entry]);
        this.#ids.nodes = [...part.ids];
        return;
      }
      case "daemonset":
        this.#sets.push(part.set);
        this.#ids.daemonsets.push(part.id);
        return;
      case "revisions":
        this.#revisions.push(...(unpacked(part.packed) as readonly KubeControllerRevision[]));
        this.#ids.controllerrevisions.push(...part.ids);
        return;
      case "pods":
        for (const pod of podsOf(part.columns)) this.#pods.push(pod);
        for (const id of part.ids) this.#ids.pods.push(id);
        return;
    }
  }

  /** Throws where parts are missing. */
  checkpoint(cluster: ClusterIdentity): Checkpoint {
    const model = this.#model;
    if (model === undefined) throw new Error("a checkpoint has no first part");
    const { part: _, rows, state, nextId, ...saved } = model;
    const nodeOf = new Map(this.#nodes.map(([, { record }]) => [record.name, record]));
    const setOf = new Map(this.#sets.flatMap(({ record }) => (record === undefined ? [] : [[record.key, record] as const])));
    const at = <T>(names: PlainSlots["names"], found: ReadonlyMap<string, T>) =>
      names.map((name) => (name === null ? undefined : found.get(name)));
    return {
      saved: {
        ...saved,
        remembersSinceMs: saved.remembersSinceMs,
        rows: { ...rows, nodes: this.#nodes },
        sets: this.#sets,
        revisions: this.#revisions,
        pods: this.#pods,
      },
      state: {
        epoch: state.epoch,
        seq: state.seq,
        at: state.at,
        cluster,
        sources: state.sources,
        rows: slotsOf(state.rows),
        columns: slotsOf(state.columns),
        nodes: at(state.rows.names, nodeOf),
        daemonSets: at(state.columns.names, setOf),
        cells: state.cells.map((text) => decodeBase64(text) ?? new Uint8Array(0)),
      },
      ids: this.#ids,
      nextId,
    };
  }
}
