import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { isModelSource } from "@daemonscope/daemonset/records/records";
import { CREATE_ERROR } from "@daemonscope/daemonset/tracking/event-reasons";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { canRead, isModelled, type UserRights } from "../rights/user-rights.ts";
import type { NodePseudonyms } from "./node-pseudonyms.ts";

/** Filters the inputs of every model with limited rights, live or history. `hidden` is undefined if the user may list
 *  nodes. */
export class AccessFilter {
  readonly #rights: UserRights;
  readonly #hidden: NodePseudonyms | undefined;

  constructor(rights: UserRights, hidden: NodePseudonyms | undefined) {
    this.#rights = rights;
    this.#hidden = hidden;
  }

  /** Returns the input that the model receives instead, or undefined for none. */
  input(input: ClusterEvent): ClusterEvent | undefined {
    switch (input.do) {
      case "put":
        return this.#put(input);
      case "drop":
        return input.kind === "nodes" && !isModelled(this.#rights, "nodes") ? undefined : input;
      case "read":
        return !isModelSource(input.source) || isModelled(this.#rights, input.source) ? input : undefined;
      case "beginMarks":
        return input;
    }
  }

  isSeen(namespace: string): boolean {
    return canRead(this.#rights, "daemonsets", namespace);
  }

  #put(input: Extract<ClusterEvent, { readonly do: "put" }>): ClusterEvent | undefined {
    switch (input.kind) {
      case "nodes":
        return isModelled(this.#rights, "nodes") ? input : undefined;
      case "daemonsets":
        return this.isSeen(input.object.metadata.namespace) ? { ...input, object: this.#daemonSet(input.object) } : undefined;
      case "controllerrevisions": {
        if (!isModelled(this.#rights, "controllerrevisions") || !this.isSeen(input.object.metadata.namespace)) return undefined;
        return { ...input, object: this.#hidden?.revision(input.object) ?? input.object };
      }
      case "pods":
        return isModelled(this.#rights, "pods") && this.isSeen(input.object.namespace)
          ? { ...input, object: this.#pod(input.object) }
          : undefined;
      case "events":
        return this.#event(input);
    }
  }

  #daemonSet(daemonSet: KubeDaemonSet): KubeDaemonSet {
    return this.#hidden?.daemonSet(daemonSet) ?? daemonSet;
  }

  #pod(pod: PodFacts): PodFacts {
    return this.#hidden?.pod(pod) ?? pod;
  }

  /** An event may name a node. A user who may not list nodes only learns that pods cannot be created. */
  #event(input: Extract<ClusterEvent, { readonly do: "put"; readonly kind: "events" }>): ClusterEvent | undefined {
    const { metadata, reason, involved } = input.object;
    if (!canRead(this.#rights, "events", metadata.namespace) || !this.isSeen(metadata.namespace)) return undefined;
    if (this.#hidden === undefined) return input;
    return reason === CREATE_ERROR && involved.kind === "DaemonSet" ? { ...input, object: { ...input.object, message: "" } } : undefined;
  }
}
