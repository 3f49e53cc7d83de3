import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { COUNT_FIELDS } from "../counts/disagreements.ts";
import type { DaemonSetKey, NodeRecord, StatusWrite } from "../records/records.ts";
import type { TimelineMark } from "../records/timeline-mark.ts";
import type { ModelChanges } from "./changes.ts";

/** Changes since the last take that the take does not compute: nodes, drops, status writes, marks. */
export class PendingChanges {
  #nodesPut = new Map<string, NodeRecord>();
  #nodesDropped = new Set<string>();
  #daemonSetsDropped = new Set<DaemonSetKey>();
  #statusWrites: StatusWrite[] = [];
  #marks: TimelineMark[] = [];
  /** While false, marks are discarded: the first sync is not news. */
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

  mark(mark: TimelineMark): void {
    if (this.marking) this.#marks.push(mark);
  }

  /** Records the status of an object unless it equals the one written before. */
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

  /** Returns at most `limit` of the new nodes, the oldest first, and all dropped nodes. */
  takeNodes(limit: number): Pick<ModelChanges, "nodesPut" | "nodesDropped"> {
    const nodesPut: NodeRecord[] = [];
    for (const [name, record] of this.#nodesPut) {
      if (nodesPut.length === limit) break;
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
