import { CELL_FACTS, type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { type ClusterState, cellOfPair } from "@daemonscope/shared/cluster-state";
import type { RolloutSample } from "@daemonscope/shared/http/rollouts";
import { slotOf } from "@daemonscope/shared/slots";

/** What is known of a node that wants a pod of the new revision. */
export interface TrackedNode {
  readonly node: string;
  /** It came, or began to want a pod, after the start. */
  readonly isJoined: boolean;
  /** It had an available pod of the new revision when the rollout began. */
  readonly isAlreadyThere: boolean;
  /** Since when it is on its way. */
  fromMs: number | undefined;
  doneAtMs: number | undefined;
  failedAtMs: number | undefined;
  failingSinceMs: number | undefined;
  failingMs: number;
  /** It left, or wants no pod any more. */
  isLost: boolean;
}

const isWanted = (byte: CellByte): boolean => CELL_FACTS[cellState(byte)].isWanted;
const isStaying = (byte: CellByte): boolean => cellState(byte) === "available" && !hasFlag(byte, "terminating");
const isDone = (byte: CellByte): boolean => isStaying(byte) && !hasFlag(byte, "oldRevision");
/** The old pod is there as if nothing was rolled out. */
const isUntouched = (byte: CellByte): boolean => isStaying(byte) && hasFlag(byte, "oldRevision");
const isFailing = (byte: CellByte): boolean => cellState(byte) === "failing" && !hasFlag(byte, "oldRevision");

const NONE = new Uint8Array();

/** Follows the cells of one DaemonSet from state to state while a revision is rolled out: when each node was reached, done, failing. */
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
  /** The most nodes that were on their way at one time, without those that joined. */
  mostAtOnce = 0;

  readonly #before: ClusterState | undefined;

  /** `state`: the first that shows the new revision; `before`: the last that does not, where that is known. */
  constructor(key: DaemonSetKey, state: ClusterState, before?: ClusterState) {
    this.#key = key;
    this.#before = before;
    this.#startedAtMs = state.at;
    this.#epoch = state.epoch;
    this.take(state);
  }

  /** The next state. O(nodes) where cells of the DaemonSet or nodes changed, else O(1). */
  take(state: ClusterState): void {
    const column = slotOf(state.columns, this.#key);
    const cells = (column === undefined ? undefined : state.cells[column]?.bytes) ?? NONE;
    const { names } = state.rows;
    if (cells === this.#cells && names === this.#names) return;
    if (state.epoch !== this.#epoch) this.#moveTo(names, state);
    const [before, namesBefore] = [this.#cells, this.#names];
    for (let row = 0; row < Math.max(names.length, namesBefore.length); row++) {
      const [was, is] = [namesBefore[row], names[row]];
      if (was !== is) {
        if (was !== undefined) this.#lost(was, before[row] ?? 0, state.at);
        if (is !== undefined) this.#cell(is, 0, cells[row] ?? 0, state.at);
      } else if (is !== undefined && before[row] !== cells[row]) this.#cell(is, before[row] ?? 0, cells[row] ?? 0, state.at);
    }
    this.#cells = cells;
    this.#names = names;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#onTheWay);
    this.#sample(state.at);
  }

  /** A node was on its way at some time: what is complete is so because of it. */
  get hasBegun(): boolean {
    return this.mostAtOnce > 0;
  }

  /** Each node that wants a pod has an available one of the new revision. */
  get isAllDone(): boolean {
    return this.#cells.every((byte, row) => this.#names[row] === undefined || !isWanted(byte) || isDone(byte));
  }

  /** How long a node was failing until then. */
  failingMs({ failingMs, failingSinceMs }: TrackedNode, atMs: number): number {
    return failingMs + (failingSinceMs === undefined ? 0 : atMs - failingSinceMs);
  }

  /** The same nodes in the rows of another log. */
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
      isAlreadyThere: isFirst && isDone(after) && this.#hadIt(node),
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

  /** Its pod was not of the revision before, so that it was of this one; else it was replaced before anybody looked. */
  #hadIt(node: string): boolean {
    const byte = this.#before && cellOfPair(this.#before, node, this.#key);
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
    // Where it comes back it begins anew.
    if (tracked.doneAtMs === undefined) tracked.fromMs = undefined;
    tracked.isLost = true;
  }
}
