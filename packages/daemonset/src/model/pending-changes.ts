import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { COUNT_FIELDS } from "../counts/disagreements.ts";
import type { Mark } from "../records/mark.ts";
import type { DaemonSetKey, NodeRecord, StatusWrite } from "../records/records.ts";
import type { ModelChanges } from "./changes.ts";

/** What happened since the last take and is not computed at it: nodes, drops, status writes, marks. */
export class PendingChanges {
  #nodesPut = new Map<string, NodeRecord>();
  #nodesDropped = new Set<string>();
  #daemonSetsDropped = new Set<DaemonSetKey>();
  #statusWrites: StatusWrite[] = [];
  #marks: Mark[] = [];
  /** While false, marks are not kept: what the first sync brings is not news. */
  marking = false;

  nodePut(record: NodeRecord): void {
    this.#nodesPut.set(record.name, record);
  }

  nodeDropped(name: string): void {
    this.#nodesPut.delete(name);
    this.#nodesDropped.add(name);
  }

  daemonSetDropped(key: DaemonSetKey): void {
    this.#daemonSetsDropped.add(key);
  }

  mark(mark: Mark): void {
    if (this.marking) this.#marks.push(mark);
  }

  /** Keeps the status of an object unless it is the one that was written before. */
  statusWritten(key: DaemonSetKey, { metadata, status }: KubeDaemonSet, before: KubeDaemonSet | undefined): void {
    const isSame =
      before !== undefined &&
      before.metadata.generation === metadata.generation &&
      before.status.observedGeneration === status.observedGeneration &&
      COUNT_FIELDS.every((field) => before.status[field] === status[field]);
    if (isSame) return;
    const counts = Object.fromEntries(COUNT_FIELDS.map((field) => [field, status[field]])) as unknown as StatusWrite["counts"];
    this.#statusWrites.push({
      key,
      resourceVersion: metadata.resourceVersion,
      generation: metadata.generation ?? 0,
      observedGeneration: status.observedGeneration,
      counts,
    });
  }

  get nodeCount(): number {
    return this.#nodesPut.size;
  }

  /** At most so many of the nodes that came, the first first, and all that went before them. */
  takeNodes(most: number): Pick<ModelChanges, "nodesPut" | "nodesDropped"> {
    const nodesPut: NodeRecord[] = [];
    for (const [name, record] of this.#nodesPut) {
      if (nodesPut.length === most) break;
      nodesPut.push(record);
      this.#nodesPut.delete(name);
    }
    const nodesDropped = [...this.#nodesDropped];
    this.#nodesDropped = new Set();
    return { nodesPut, nodesDropped };
  }

  take(): Omit<ModelChanges, "daemonSetsPut" | "cells"> {
    const taken = {
      nodesPut: [...this.#nodesPut.values()],
      nodesDropped: [...this.#nodesDropped],
      daemonSetsDropped: [...this.#daemonSetsDropped],
      statusWrites: this.#statusWrites,
      marks: this.#marks,
    };
    this.#nodesPut = new Map();
    this.#nodesDropped = new Set();
    this.#daemonSetsDropped = new Set();
    this.#statusWrites = [];
    this.#marks = [];
    return taken;
  }
}
