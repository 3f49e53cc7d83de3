import { splitKey } from "@daemonscope/kube/base/object-key";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { nodeNameOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { priorityOf } from "./preemption.ts";

export const podKeyOf = (pod: StoredObject): string => `${pod.metadata.namespace ?? ""}/${pod.metadata.name}`;

/** Returns the node that was freed for a pod that is not on it yet. */
export function nominatedNodeOf(pod: StoredObject): string | undefined {
  const { nominatedNodeName } = statusOf(pod);
  return nodeNameOf(pod) === undefined && typeof nominatedNodeName === "string" && nominatedNodeName !== "" ? nominatedNodeName : undefined;
}

/** Tracks the pods that wait for a node that was freed for them. */
export class Nominations {
  readonly #store: Store;
  readonly #keysByNode = new Map<string, Set<string>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Applies the change of a pod. `now` is undefined after a deletion. */
  follow(now: StoredObject | undefined, previous: StoredObject | undefined): void {
    const before = previous === undefined ? undefined : nominatedNodeOf(previous);
    const after = now === undefined ? undefined : nominatedNodeOf(now);
    if (before === after) return;
    if (previous !== undefined && before !== undefined) this.#keysByNode.get(before)?.delete(podKeyOf(previous));
    if (now !== undefined && after !== undefined)
      this.#keysByNode.set(after, (this.#keysByNode.get(after) ?? new Set<string>()).add(podKeyOf(now)));
  }

  on(node: string): readonly StoredObject[] {
    return [...(this.#keysByNode.get(node) ?? [])].flatMap((key) => {
      const [namespace, name] = splitKey(key);
      return this.#store.get("pods", namespace, name) ?? [];
    });
  }

  /** Withdraws the nominations of pods with a lower priority than the pod that has now been nominated for the node. */
  withdraw(node: string, pod: StoredObject): void {
    for (const other of this.on(node)) {
      if (priorityOf(other) >= priorityOf(pod)) continue;
      const { nominatedNodeName: _promised, ...status } = statusOf(other);
      this.#store.update("pods", { ...other, status }, "status");
    }
  }
}
