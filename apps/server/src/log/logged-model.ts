import type { SavedModel, SavedSet } from "@daemonscope/daemonset/model/saved-model";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { Checkpoint } from "./checkpoint.ts";
import type { EntryWriter } from "./entry-text.ts";
import type { KeptKind, LoggedObjects } from "./input.ts";
import type { Projection } from "./projection.ts";

interface Numbered<Kind extends KeptKind> {
  readonly id: number;
  readonly object: LoggedObjects[Kind];
}

/** A saved model with its objects as the log has them, and their numbers. What is as it was in the one before is the same object. */
export class LoggedModel {
  readonly #entries: EntryWriter;
  readonly #projection: Projection;
  readonly #sets = new WeakMap<SavedSet, SavedSet>();
  #pods: readonly PodFacts[] = [];
  #podIds: readonly number[] = [];

  constructor(entries: EntryWriter, projection: Projection) {
    this.#entries = entries;
    this.#projection = projection;
  }

  /** What the log knows and the model does not is forgotten: its drop will be nothing to anybody. */
  of(saved: SavedModel): Pick<Checkpoint, "saved" | "ids"> {
    const nodes = saved.rows.nodes.map(([, entry]) => this.#numbered("nodes", entry.record.name, () => entry).id);
    const pods = this.#idsOf(saved.pods);
    const objects = saved.sets.map(({ object }) =>
      this.#numbered("daemonsets", object.metadata.uid, () => this.#projection.daemonSet(object)),
    );
    const sets = saved.sets.map((set, at) => this.#logged(set, objects[at]?.object ?? set.object));
    const revisions = saved.revisions.map((each) =>
      this.#numbered("controllerrevisions", each.metadata.uid, () => this.#projection.revision(each)),
    );
    this.#forgetOthers("daemonsets", objects);
    this.#forgetOthers("controllerrevisions", revisions);
    return {
      saved: { ...saved, sets, revisions: revisions.map(({ object }) => object) },
      ids: { nodes, daemonsets: objects.map(({ id }) => id), controllerrevisions: revisions.map(({ id }) => id), pods },
    };
  }

  #numbered<Kind extends KeptKind>(kind: Kind, key: string, project: () => LoggedObjects[Kind]): Numbered<Kind> {
    const found = this.#entries.known[kind].get(key) as Numbered<Kind> | undefined;
    if (found !== undefined) return found;
    const object = project();
    return { id: this.#entries.know(kind, key, object), object };
  }

  /** A pod that still stands where it stood, and was not dropped since, has its number: to look up each of tens of thousands would hold up a tick. */
  #idsOf(pods: readonly PodFacts[]): readonly number[] {
    const dropped = this.#entries.takeDroppedPods();
    let before = 0;
    const ids = pods.map((pod) => {
      while (before < this.#pods.length && this.#pods[before] !== pod) before++;
      const known = dropped.has(pod.uid) ? undefined : this.#podIds[before];
      return known ?? this.#numbered("pods", pod.uid, () => pod).id;
    });
    this.#pods = pods;
    this.#podIds = ids;
    return ids;
  }

  #logged(set: SavedSet, object: SavedSet["object"]): SavedSet {
    const before = this.#sets.get(set);
    if (before?.object === object) return before;
    const logged = { ...set, object };
    this.#sets.set(set, logged);
    return logged;
  }

  #forgetOthers(kind: KeptKind, kept: readonly { readonly id: number }[]): void {
    const known = this.#entries.known[kind];
    const ids = new Set(kept.map(({ id }) => id));
    for (const [key, { id }] of known) if (!ids.has(id)) known.delete(key);
  }
}
