import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import {
  CRD_CLEANUP_FINALIZER,
  isEstablished,
  storageVersionOf,
  storedResource,
} from "@daemonscope/simulated-apiserver/objects/custom-resources";
import { objectIn, textsIn } from "@daemonscope/simulated-apiserver/objects/json";
import { conditionsOf, isDeleting } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";

const RETRY_DELAY_MS = 1000;

/**
 * Accepts the names of new definitions and marks them as established, so that their kinds are served. If a definition
 * is being deleted, deletes its objects first. Source: apiextensions-apiserver pkg/controller, status, establish and
 * finalizer.
 */
export class Definitions {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  start(): void {
    this.#store.subscribe("customresourcedefinitions", ({ type, object }) => {
      if (type === "DELETED") return;
      const { name, uid } = object.metadata;
      if (isDeleting(object)) this.#deleteObjects(name, uid);
      else this.#establish(name);
    });
  }

  /** Reports whether another established definition of the group already has the kind. */
  #isTaken(definition: StoredObject): boolean {
    const { group, names } = objectIn(definition, "spec");
    return this.#store
      .list("customresourcedefinitions")
      .some(
        (other) =>
          other.metadata.uid !== definition.metadata.uid &&
          isEstablished(other) &&
          objectIn(other, "spec").group === group &&
          objectIn(objectIn(other, "status"), "acceptedNames").kind === objectIn({ names }, "names").kind,
      );
  }

  #establish(name: string): void {
    this.#store.edit(
      "customresourcedefinitions",
      undefined,
      name,
      (definition) => {
        const { names } = objectIn(definition, "spec");
        const version = storageVersionOf(definition);
        const stored = textsIn(objectIn(definition, "status"), "storedVersions");
        const taken = this.#isTaken(definition);
        const { kind } = objectIn({ names }, "names");
        const accepted = taken
          ? withCondition(conditionsOf(definition), this.#clock, "NamesAccepted", "False", "KindConflict", `"${kind}" is already in use`)
          : withCondition(conditionsOf(definition), this.#clock, "NamesAccepted", "True", "NoConflicts", "no conflicts found");
        const conditions = taken
          ? withCondition(accepted, this.#clock, "Established", "False", "NotAccepted", "not all names are accepted")
          : withCondition(accepted, this.#clock, "Established", "True", "InitialNamesAccepted", "the initial names have been accepted");
        definition.status = {
          conditions,
          acceptedNames: taken ? {} : names,
          storedVersions: stored.includes(version) ? stored : [...stored, version],
        };
      },
      "status",
    );
  }

  #deleteObjects(name: string, uid: string): void {
    const definition = this.#store.get("customresourcedefinitions", undefined, name);
    if (definition?.metadata.uid !== uid || definition.metadata.finalizers?.includes(CRD_CLEANUP_FINALIZER) !== true) return;
    const kind = storedResource(definition).name;
    for (const object of this.#store.list(kind)) {
      const { namespace, name: objectName } = object.metadata;
      if (!isDeleting(object) && this.#store.get(kind, namespace, objectName) !== undefined)
        this.#store.delete(kind, namespace, objectName);
    }
    if (this.#store.count(kind) > 0) {
      this.#clock.after(RETRY_DELAY_MS, () => this.#deleteObjects(name, uid));
      return;
    }
    this.#store.edit("customresourcedefinitions", undefined, name, ({ metadata }) => {
      metadata.finalizers = (metadata.finalizers ?? []).filter((each) => each !== CRD_CLEANUP_FINALIZER);
    });
  }
}
