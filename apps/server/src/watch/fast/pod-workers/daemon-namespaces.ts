import { isDnsLabel } from "@daemonscope/kube/matching/label-syntax";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { NamespacePodCount } from "./assign-namespaces.ts";

/** The namespaces with DaemonSets, and so with their pods. */
export class DaemonNamespaces {
  readonly #namespaces = new Map<string, string>();
  /** By namespace: the desired number of pods of each DaemonSet. */
  readonly #sets = new Map<string, Map<string, number>>();

  put({ metadata: { uid, namespace }, status }: KubeDaemonSet): void {
    // A uid stays in its namespace. If a server contradicts itself, its last value counts.
    if (this.#namespaces.get(uid) !== namespace) this.drop(uid);
    // No API server sends such a name, and it cannot be requested.
    if (!isDnsLabel(namespace)) return;
    this.#namespaces.set(uid, namespace);
    const sets = this.#sets.get(namespace) ?? new Map<string, number>();
    sets.set(uid, status.desiredNumberScheduled);
    this.#sets.set(namespace, sets);
  }

  drop(uid: string): void {
    const namespace = this.#namespaces.get(uid);
    if (namespace === undefined) return;
    this.#namespaces.delete(uid);
    const sets = this.#sets.get(namespace);
    sets?.delete(uid);
    if (sets?.size === 0) this.#sets.delete(namespace);
  }

  has(namespace: string): boolean {
    return this.#sets.has(namespace);
  }

  all(): readonly NamespacePodCount[] {
    return [...this.#sets].map(([namespace, sets]) => ({ namespace, pods: [...sets.values()].reduce((sum, pods) => sum + pods, 0) }));
  }
}
