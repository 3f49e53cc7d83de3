import { isEqualJson } from "@daemonscope/kube/equal-json";
import type { NodeRecord } from "../records/records.ts";
import { NarrowColumn } from "./narrow-column.ts";
import type { NodeEntry } from "./node-entry.ts";
import { conditionsFrom, conditionTimes, isShapeOf, type NodeShape, shapeTextOf } from "./node-shape.ts";
import { TextIds } from "./text-ids.ts";
import { TimeColumn } from "./time-column.ts";
import type { WholeNodes } from "./whole-nodes.ts";

/** WholeNodes in columns: of what only a drawer asks for, which many nodes have in common but for the times, a number and four bytes a condition. Records, which frames share, stay objects.
 *  An entry that is asked for is made anew each time. */
export class NodeColumns implements Pick<WholeNodes, keyof WholeNodes> {
  readonly #records: (NodeRecord | undefined)[] = [];
  readonly #texts = new TextIds();
  readonly #shapes: (NodeShape | undefined)[] = [];
  /** One more than the number of the shape; 0 where the node stands whole. */
  readonly #shapeAt = new NarrowColumn();
  /** By the place of the condition. */
  readonly #times: TimeColumn[] = [];
  readonly #whole = new Map<number, NodeEntry>();

  at(row: number): NodeEntry | undefined {
    const record = this.#records[row];
    if (record === undefined) return undefined;
    const shape = this.#shapes[this.#shapeAt.at(row) - 1];
    if (shape === undefined) return this.#whole.get(row);
    const conditions = conditionsFrom(shape, (place) => this.#times[place]?.at(row) ?? 0);
    return { record, conditions, kubeletVersion: shape.kubeletVersion };
  }

  recordAt(row: number): NodeRecord | undefined {
    return this.#records[row];
  }

  isTold(row: number, entry: NodeEntry): boolean {
    const shape = this.#shapes[this.#shapeAt.at(row) - 1];
    if (shape !== undefined) return isShapeOf(shape, (place) => this.#times[place]?.at(row) ?? 0, entry);
    const whole = this.#whole.get(row);
    return whole !== undefined && whole.kubeletVersion === entry.kubeletVersion && isEqualJson(whole.conditions, entry.conditions);
  }

  put(row: number, entry: NodeEntry): void {
    this.clear(row);
    this.#records[row] = entry.record;
    const times = conditionTimes(entry.conditions);
    if (times === undefined) {
      this.#whole.set(row, entry);
      return;
    }
    const text = shapeTextOf(entry);
    const id = this.#texts.use(text);
    this.#shapes[id] ??= JSON.parse(text) as NodeShape;
    this.#shapeAt.reach(row);
    this.#shapeAt.put(row, id + 1);
    for (const [place, atMs] of times.entries()) {
      const column = this.#timesAt(place);
      column.reach(row);
      column.put(row, atMs);
    }
  }

  clear(row: number): void {
    this.#records[row] = undefined;
    this.#whole.delete(row);
    const id = this.#shapeAt.at(row) - 1;
    if (id < 0) return;
    this.#shapeAt.put(row, 0);
    this.#texts.release(id);
    if (this.#texts.at(id) === "") this.#shapes[id] = undefined;
  }

  #timesAt(place: number): TimeColumn {
    let column = this.#times[place];
    if (column === undefined) {
      column = new TimeColumn();
      this.#times[place] = column;
    }
    return column;
  }
}
