import type { ClusterObjects, StoredKind } from "@daemonscope/daemonset/model/cluster-event";
import type { ModelSnapshot, SavedDaemonSet } from "@daemonscope/daemonset/model/saved-model";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { drain } from "@daemonscope/kube/base/drain";
import type { SecretRedactor } from "../../feed/secret-redactor.ts";
import { type CheckpointInput, listedNodes, type NodesInPart, type SavedWithoutObjects } from "./checkpoint.ts";
import type { EntryWriter } from "./entry-text.ts";
import { type PackedRun, type PodRun, podRunsInSlices } from "./pod-runs.ts";

/** The number of nodes that one time slice numbers: a millisecond. */
const NODES_PER_SLICE = 1000;

type RecordedParts<Run> = Pick<CheckpointInput, "saved" | "nodes" | "ids"> & { readonly runs: readonly Run[] };

interface Numbered<Kind extends StoredKind> {
  readonly id: number;
  readonly object: ClusterObjects[Kind];
}

/**
 * Converts a saved model into the input of a checkpoint. Replaces its objects with their redacted copies in the log,
 * and adds the ids of their log entries. Unchanged parts are the same object as in the previous checkpoint.
 */
export class RecordedModel {
  readonly #entries: EntryWriter;
  readonly #redactor: SecretRedactor;
  readonly #sets = new WeakMap<SavedDaemonSet, SavedDaemonSet>();
  #runs: readonly PodRun[] = [];
  /** The nodes of the last checkpoint. */
  #nodes: { readonly saved: ModelSnapshot["rows"]["nodes"]; readonly parts: readonly NodesInPart[] } | undefined;

  constructor(entries: EntryWriter, redactor: SecretRedactor) {
    this.#entries = entries;
    this.#redactor = redactor;
  }

  /**
   * Returns the saved model with the log's objects. Forgets DaemonSets and revisions that only the log contains: their
   * drop has no effect on any model.
   */
  of({ pods, rows: { nodes, ...rows }, ...saved }: ModelSnapshot): RecordedParts<PodRun> {
    return drain(this.inParts({ ...saved, rows }, this.nodesOf(nodes), this.runsOf(pods)));
  }

  /** Does the same in steps of some milliseconds. Until it is complete the log must receive no entries. */
  *inParts<Run extends PackedRun>(
    saved: SavedWithoutObjects,
    nodesInSlices: Generator<undefined, Iterable<NodesInPart>>,
    runsInSlices: Generator<undefined, readonly Run[]>,
  ): Generator<undefined, RecordedParts<Run>> {
    const nodes = yield* nodesInSlices;
    const runs = yield* runsInSlices;
    const objects = saved.sets.map(({ object }) =>
      this.#numbered("daemonsets", object.metadata.uid, () => this.#redactor.daemonSet(object)),
    );
    const sets = saved.sets.map((set, at) => this.#loggedSet(set, objects[at]?.object ?? set.object));
    const revisions = saved.revisions.map((each) =>
      this.#numbered("controllerrevisions", each.metadata.uid, () => this.#redactor.revision(each)),
    );
    this.#forgetOthers("daemonsets", objects);
    this.#forgetOthers("controllerrevisions", revisions);
    return {
      saved: { ...saved, sets, revisions: revisions.map(({ object }) => object) },
      nodes,
      ids: { daemonsets: objects.map(({ id }) => id), controllerrevisions: revisions.map(({ id }) => id) },
      runs,
    };
  }

  #numbered<Kind extends StoredKind>(kind: Kind, key: string, project: () => ClusterObjects[Kind]): Numbered<Kind> {
    const found = this.#entries.known[kind].get(key) as Numbered<Kind> | undefined;
    if (found !== undefined) return found;
    const object = project();
    return { id: this.#entries.know(kind, key, object), object };
  }

  /** Returns nodes that the log keeps as objects, with their numbers. The same object if no node changed. */
  *nodesOf(nodes: ModelSnapshot["rows"]["nodes"]): Generator<undefined, readonly NodesInPart[]> {
    if (this.#nodes?.saved === nodes) return this.#nodes.parts;
    const ids: number[] = [];
    for (const [, entry] of nodes) if (ids.push(this.#numbered("nodes", entry.record.name, () => entry).id) % NODES_PER_SLICE === 0) yield;
    const parts = [...listedNodes(nodes, ids)];
    this.#nodes = { saved: nodes, parts };
    return parts;
  }

  /** Returns the runs of pods that the log keeps as objects. Unchanged runs keep their numbers. A lookup for each of
   *  tens of thousands of pods would delay a tick. */
  *runsOf(pods: readonly PodFacts[]): Generator<undefined, readonly PodRun[]> {
    const known = this.#entries.known.pods;
    const renumbered = new Set([...this.#entries.takeDroppedPods()].filter((uid) => known.has(uid)));
    const numberOf = (pod: PodFacts) => this.#numbered("pods", pod.uid, () => pod).id;
    this.#runs = yield* podRunsInSlices(this.#runs, pods, numberOf, undefined, renumbered);
    return this.#runs;
  }

  #loggedSet(set: SavedDaemonSet, object: SavedDaemonSet["object"]): SavedDaemonSet {
    const before = this.#sets.get(set);
    if (before?.object === object) return before;
    const logged = { ...set, object };
    this.#sets.set(set, logged);
    return logged;
  }

  #forgetOthers(kind: StoredKind, kept: readonly { readonly id: number }[]): void {
    const known = this.#entries.known[kind];
    const ids = new Set(kept.map(({ id }) => id));
    for (const [key, { id }] of known) if (!ids.has(id)) known.delete(key);
  }
}
