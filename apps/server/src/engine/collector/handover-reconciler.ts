import { type ClusterEvent, eventKeyOf, type StoredKind } from "@daemonscope/daemonset/model/cluster-event";
import type { ClusterModel, ModelObjects } from "@daemonscope/daemonset/model/cluster-model";
import type { SourceName } from "@daemonscope/kube/source-status";
import { applyObserved, type EventObserver } from "../../feed/event-observer.ts";
import { ChunkedMap } from "../../history/encoding/chunked-map.ts";

/**
 * Number of keys collected in one time slice. It takes a fraction of a millisecond, plus the time to build this number
 * of pods from a checkpoint.
 */
const KEYS_PER_SLICE = 500;

type Keys = Pick<ChunkedMap<true>, "delete" | "set" | typeof Symbol.iterator>;

/** The keys that the list of each kind has not named yet. */
type UnlistedKeys = Map<SourceName, { readonly kind: StoredKind; readonly keys: Keys }>;

function* keysOf<T>(objects: Iterable<T>, keyOfObject: (object: T) => string): Generator<undefined, Keys> {
  const keys = new ChunkedMap<true>();
  let count = 0;
  for (const object of objects) {
    keys.set(keyOfObject(object), true);
    if (++count % KEYS_PER_SLICE === 0) yield;
  }
  return keys;
}

function* unlistedKeysOf({ nodes, daemonSets, revisions, pods }: ModelObjects): Generator<undefined, UnlistedKeys> {
  return new Map([
    ["nodes", { kind: "nodes", keys: yield* keysOf(nodes, ({ record }) => record.name) }],
    ["daemonsets", { kind: "daemonsets", keys: yield* keysOf(daemonSets, ({ metadata }) => metadata.uid) }],
    ["controllerrevisions", { kind: "controllerrevisions", keys: yield* keysOf(revisions, ({ metadata }) => metadata.uid) }],
    ["pods", { kind: "pods", keys: yield* keysOf(pods, ({ uid }) => uid) }],
  ]);
}

/**
 * Connects a new watch with a model that continues. An object that the first list of its kind does not name is gone,
 * and is dropped when that list is complete. Receives the model's inputs and passes them on.
 */
export class HandoverReconciler implements EventObserver {
  readonly #model: ClusterModel;
  readonly #tap: EventObserver;
  readonly #unlisted: UnlistedKeys;

  /**
   * Collects the keys of all objects of the model, in steps of some milliseconds. Until it is complete the model must
   * receive no inputs. O(objects).
   */
  static *of(model: ClusterModel, tap: EventObserver): Generator<undefined, HandoverReconciler> {
    return new HandoverReconciler(model, tap, yield* unlistedKeysOf(model.held));
  }

  private constructor(model: ClusterModel, tap: EventObserver, unlisted: UnlistedKeys) {
    this.#model = model;
    this.#tap = tap;
    this.#unlisted = unlisted;
  }

  note(nowMs: number, input: ClusterEvent): void {
    this.#tap.note(nowMs, input);
    if (input.do === "put") this.#unlisted.get(input.kind)?.keys.delete(eventKeyOf(input));
    if (input.do === "drop") this.#unlisted.get(input.kind)?.keys.delete(input.key);
  }

  /** Drops the objects that the first list did not name. Called when the first list of a kind is complete. */
  dropUnlisted(nowMs: number, source: SourceName): void {
    const unlisted = this.#unlisted.get(source);
    if (unlisted === undefined) return;
    this.#unlisted.delete(source);
    for (const [key] of unlisted.keys) {
      const drop: ClusterEvent = { do: "drop", kind: unlisted.kind, key };
      applyObserved(this.#model, drop, nowMs, this.#tap);
    }
  }
}
