import { CELL_FACTS, type CellByte, cellState, hasFlag, isLeavingCell } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { RolloutSample } from "@daemonscope/shared/http/rollouts";
import { type ClusterState, cellAtPair } from "@daemonscope/shared/state/cluster-state";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";

/** The state of a node that needs a pod of the new revision. */
export interface TrackedNode {
  readonly node: string;
  /** The node joined, or began to need a pod, after the start. */
  readonly isJoined: boolean;
  /** The node had an available pod of the new revision when the rollout began. */
  readonly isAlreadyThere: boolean;
  /** The start of its update. */
  fromMs: number | undefined;
  doneAtMs: number | undefined;
  /** The first failure of a pod of the new revision. */
  failedAtMs: number | undefined;
  /** The start of the current failure; undefined while the node does not fail. */
  failingSinceMs: number | undefined;
  /** Total duration of the failures that have ended. */
  failingMs: number;
  /** The node left, or no longer needs a pod. */
  isLost: boolean;
}

const isWanted = (byte: CellByte): boolean => CELL_FACTS[cellState(byte)].isWanted;
const isStaying = (byte: CellByte): boolean => cellState(byte) === "available" && !hasFlag(byte, "terminating");
const isDone = (byte: CellByte): boolean => isStaying(byte) && !hasFlag(byte, "oldRevision");
/** The old pod is available, as before the rollout. */
const isUntouched = (byte: CellByte): boolean => isStaying(byte) && hasFlag(byte, "oldRevision");
const isFailing = (byte: CellByte): boolean => cellState(byte) === "failing" && !hasFlag(byte, "oldRevision") && !isLeavingCell(byte);

const NONE = new Uint8Array();

/** Follows the cells of one DaemonSet through the states of a rollout. Records when the update of each node began,
 *  ended or failed. */
export class RolloutTracker {
  readonly nodes = new Map<string, TrackedNode>();
  readonly samples: RolloutSample[] = [];
  readonly #key: DaemonSetKey;
  readonly #startedAtMs: number;
  #cells: Uint8Array = NONE;
  #names: readonly (string | undefined)[] = [];
  #epoch: string;
  #done = 0;
  #failing = 0;
  #onTheWay = 0;
  /** The maximum of simultaneous node updates, without nodes that joined. */
  mostAtOnce = 0;

  readonly #before: ClusterState | undefined;

  /** `state`: the first one with the new revision; `before`: the last one without it, if known. */
  constructor(key: DaemonSetKey, state: ClusterState, before?: ClusterState) {
    this.#key = key;
    this.#before = before;
    this.#startedAtMs = state.at;
    this.#epoch = state.epoch;
    this.take(state);
  }

  /** Records the changes of the next state. O(nodes) if cells of the DaemonSet or nodes changed, else O(1). */
  take(state: ClusterState): void {
    const column = rowIdOf(state.columns, this.#key);
    const cells = (column === undefined ? undefined : state.cells[column]?.bytes) ?? NONE;
    const { names } = state.rows;
    if (cells === this.#cells && names === this.#names) return;
    if (state.epoch !== this.#epoch) this.#moveTo(names, state);
    const [before, namesBefore] = [this.#cells, this.#names];
    for (let row = 0; row < Math.max(names.length, namesBefore.length); row++) {
      const [oldName, name] = [namesBefore[row], names[row]];
      if (oldName !== name) {
        if (oldName !== undefined) this.#lost(oldName, before[row] ?? 0, state.at);
        if (name !== undefined) this.#cell(name, 0, cells[row] ?? 0, state.at);
      } else if (name !== undefined && before[row] !== cells[row]) this.#cell(name, before[row] ?? 0, cells[row] ?? 0, state.at);
    }
    this.#cells = cells;
    this.#names = names;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#onTheWay);
    this.#sample(state.at);
  }

  /** True if a state had a node update under way, without nodes that joined. Otherwise a complete rollout counts as one
   *  that needed none. */
  get hasBegun(): boolean {
    return this.mostAtOnce > 0;
  }

  /** True if each node that needs a pod has an available one of the new revision. */
  get isAllDone(): boolean {
    return this.#cells.every((byte, row) => this.#names[row] === undefined || !isWanted(byte) || isDone(byte));
  }

  /** Returns how long a node was failing until `atMs`. */
  failingMs({ failingMs, failingSinceMs }: TrackedNode, atMs: number): number {
    return failingMs + (failingSinceMs === undefined ? 0 : atMs - failingSinceMs);
  }

  /** Moves the nodes to the rows of another log. */
  #moveTo(names: readonly (string | undefined)[], { epoch, at }: ClusterState): void {
    const byName = new Map(this.#names.map((name, row) => [name, this.#cells[row] ?? 0] as const));
    const moved = Uint8Array.from(names, (name) => (name === undefined ? 0 : (byName.get(name) ?? 0)));
    for (const name of names) byName.delete(name);
    for (const [name, byte] of byName) if (name !== undefined) this.#lost(name, byte, at);
    this.#names = names;
    this.#cells = moved;
    this.#epoch = epoch;
  }

  #sample(atMs: number): void {
    const last = this.samples.at(-1);
    if (last?.[1] === this.#done && last[2] === this.#failing) return;
    this.samples.push([atMs - this.#startedAtMs, this.#done, this.#failing]);
  }

  #lost(node: string, byte: CellByte, atMs: number): void {
    this.#cell(node, byte, 0, atMs);
  }

  #cell(node: string, before: CellByte, after: CellByte, atMs: number): void {
    const isFirst = atMs === this.#startedAtMs;
    if (!isFirst && isDone(before)) this.#done--;
    if (isDone(after)) this.#done++;
    const known = this.nodes.get(node);
    if (!isWanted(after)) {
      if (known !== undefined) this.#end(known, atMs);
      return;
    }
    const tracked = known ?? {
      node,
      isJoined: !isFirst,
      isAlreadyThere: isFirst && isDone(after) && this.#wasAlreadyThere(node),
      fromMs: undefined,
      doneAtMs: undefined,
      failedAtMs: undefined,
      failingSinceMs: undefined,
      failingMs: 0,
      isLost: false,
    };
    this.nodes.set(node, tracked);
    tracked.isLost = false;
    if (tracked.isAlreadyThere) tracked.doneAtMs ??= atMs;
    this.#failure(tracked, isFailing(after), atMs);
    if (tracked.doneAtMs !== undefined || isUntouched(after)) return;
    if (tracked.fromMs === undefined) {
      tracked.fromMs = atMs;
      if (!tracked.isJoined) this.#onTheWay++;
    }
    if (!isDone(after)) return;
    tracked.doneAtMs = atMs;
    if (!tracked.isJoined) this.#onTheWay--;
  }

  /** Reports whether a node that is done at the start needed no update. In the state before, `oldRevision` refers to
   *  the previous revision: a pod without this flag was replaced between the two states. */
  #wasAlreadyThere(node: string): boolean {
    const byte = this.#before && cellAtPair(this.#before, node, this.#key);
    return byte === undefined || hasFlag(byte, "oldRevision");
  }

  #failure(tracked: TrackedNode, isFailingNow: boolean, atMs: number): void {
    if (isFailingNow === (tracked.failingSinceMs !== undefined)) return;
    if (isFailingNow) {
      tracked.failedAtMs ??= atMs;
      tracked.failingSinceMs = atMs;
      this.#failing++;
      return;
    }
    tracked.failingMs = this.failingMs(tracked, atMs);
    tracked.failingSinceMs = undefined;
    this.#failing--;
  }

  #end(tracked: TrackedNode, atMs: number): void {
    this.#failure(tracked, false, atMs);
    if (!tracked.isLost && tracked.fromMs !== undefined && tracked.doneAtMs === undefined && !tracked.isJoined) this.#onTheWay--;
    // If the node returns, its update starts again.
    if (tracked.doneAtMs === undefined) tracked.fromMs = undefined;
    tracked.isLost = true;
  }
}
