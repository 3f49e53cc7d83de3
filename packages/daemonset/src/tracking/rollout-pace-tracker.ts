import type { PodFacts } from "../pods/pod-facts.ts";
import {
  bucketStartMs,
  type MeasuredRolloutPace,
  type NodeUpdatePhase,
  type NodeUpdateStats,
  PACE_BUCKET_MS,
  PACE_BUCKETS,
  PACE_NODE_UPDATES,
} from "../records/rollout-pace.ts";

/** One node update, in milliseconds per phase. */
type NodeUpdate = Readonly<Record<NodeUpdatePhase, number>>;

const PHASES: readonly NodeUpdatePhase[] = ["terminate", "start", "settle"];
const totalMs = (turn: NodeUpdate): number => turn.terminate + turn.start + turn.settle;

/** Returns the node update of a pod; undefined if its beginning was not seen, or if the API has no time of Ready. */
export function nodeUpdateOf(
  { createdAtMs, readySinceMs }: Pick<PodFacts, "createdAtMs" | "readySinceMs">,
  leftAtMs: number | undefined,
  minReadySeconds: number,
  surging: boolean,
): NodeUpdate | undefined {
  if (leftAtMs === undefined || readySinceMs === undefined) return undefined;
  return {
    terminate: surging ? 0 : Math.max(0, createdAtMs - leftAtMs),
    start: Math.max(0, readySinceMs - createdAtMs),
    settle: minReadySeconds * 1000,
  };
}

/** Returns the lower median, which is a measured time. `values` is not empty. */
function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[(sorted.length - 1) >> 1] ?? 0;
}

function spreadOf(values: readonly number[]): Pick<NodeUpdateStats, "meanMs" | "deviationMs" | "longestMs"> {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / Math.max(1, values.length - 1));
  return { meanMs: Math.round(mean), deviationMs: Math.round(deviation), longestMs: Math.max(...values) };
}

function statsOf(turns: readonly NodeUpdate[], nodes: number): NodeUpdateStats | undefined {
  if (turns.length === 0) return undefined;
  let slowest: NodeUpdatePhase = "terminate";
  let slowestMs = -1;
  for (const phase of PHASES) {
    const ms = medianOf(turns.map((turn) => turn[phase]));
    if (ms > slowestMs) {
      slowest = phase;
      slowestMs = ms;
    }
  }
  const totals = turns.map(totalMs);
  return { nodes, medianMs: medianOf(totals), ...spreadOf(totals), slowest, slowestMs };
}

/** The memory as plain data. */
export interface SavedRolloutPace {
  readonly hash: string | undefined;
  readonly isBegun: boolean;
  readonly sinceMs: number;
  /** Rows that were seen done, ascending. */
  readonly done: readonly number[];
  readonly leftAtMs: readonly (readonly [row: number, atMs: number])[];
  readonly counts: readonly number[];
  readonly fromMs: number;
  readonly turns: readonly NodeUpdate[];
  readonly turnsSeen: number;
}

const NOTHING: SavedRolloutPace = {
  hash: undefined,
  isBegun: false,
  sinceMs: 0,
  done: [],
  leftAtMs: [],
  counts: [],
  fromMs: 0,
  turns: [],
  turnsSeen: 0,
};

/** Remembers how fast the current revision reaches the nodes of a DaemonSet; objects do not hold the time when a
 *  node was done. Nodes are identified by their rows. *Invariant*: a node counts at most once per revision,
 *  regardless of how often its pod fails and recovers. */
export class RolloutPaceTracker {
  #hash: string | undefined;
  #isBegun: boolean;
  #sinceMs: number;
  /** 1 for rows that were seen done. */
  #done = new Uint8Array(0);
  readonly #leftAtMs: Map<number, number>;
  #counts: number[];
  #fromMs: number;
  #turns: NodeUpdate[];
  #turnsSeen: number;
  #summary: MeasuredRolloutPace | undefined;

  constructor(saved: SavedRolloutPace = NOTHING) {
    this.#hash = saved.hash;
    this.#isBegun = saved.isBegun;
    this.#sinceMs = saved.sinceMs;
    this.#leftAtMs = new Map(saved.leftAtMs);
    this.#counts = [...saved.counts];
    this.#fromMs = saved.fromMs;
    this.#turns = [...saved.turns];
    this.#turnsSeen = saved.turnsSeen;
    for (const row of saved.done) this.isNews(row);
  }

  get saved(): SavedRolloutPace {
    const done: number[] = [];
    for (const [row, isDone] of this.#done.entries()) if (isDone === 1) done.push(row);
    return {
      hash: this.#hash,
      isBegun: this.#isBegun,
      sinceMs: this.#sinceMs,
      done,
      leftAtMs: [...this.#leftAtMs],
      counts: [...this.#counts],
      fromMs: this.#fromMs,
      turns: [...this.#turns],
      turnsSeen: this.#turnsSeen,
    };
  }

  /** Restarts the measurement if another revision is current, or if watching begins or ends. */
  follow(hash: string | undefined, isWatched: boolean, nowMs: number): void {
    const followed = isWatched ? hash : undefined;
    if (followed === this.#hash) return;
    this.#hash = followed;
    this.#isBegun = false;
    this.#sinceMs = nowMs;
    this.#done.fill(0);
    this.#leftAtMs.clear();
    this.#counts = [];
    this.#turns = [];
    this.#turnsSeen = 0;
    this.#summary = undefined;
  }

  /** Begins the measurement. Nodes that are already done do not count, because their change was not seen. */
  begin(doneRows: readonly number[]): void {
    for (const row of doneRows) this.isNews(row);
    this.#isBegun = true;
  }

  /** Reports whether later changes to done are observed ones. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  get isFollowing(): boolean {
    return this.#hash !== undefined;
  }

  /** Records that a pod of an old revision is being deleted. */
  leaves(row: number, atMs: number): void {
    if (this.isFollowing && !this.#leftAtMs.has(row)) this.#leftAtMs.set(row, atMs);
  }

  /** Returns since when the old pod of a row was being deleted, if that was seen. */
  leftAtMs(row: number): number | undefined {
    return this.#leftAtMs.get(row);
  }

  /** Marks a node as done. Returns true the first time. */
  isNews(row: number): boolean {
    if (row >= this.#done.length) {
      const grown = new Uint8Array(Math.max(64, row + 1, this.#done.length * 2));
      grown.set(this.#done);
      this.#done = grown;
    }
    if (this.#done[row] === 1) return false;
    this.#done[row] = 1;
    return true;
  }

  /** Counts a node that became done, with its update if all of it was seen. */
  arrived(row: number, nowMs: number, turn: NodeUpdate | undefined): void {
    this.#leftAtMs.delete(row);
    const bucketMs = bucketStartMs(nowMs);
    if (this.#counts.length === 0) this.#fromMs = bucketMs;
    const at = Math.max(0, (bucketMs - this.#fromMs) / PACE_BUCKET_MS);
    const isLongAgo = at >= this.#counts.length + PACE_BUCKETS;
    if (isLongAgo) {
      this.#counts = [];
      this.#fromMs = bucketMs;
    }
    const index = isLongAgo ? 0 : at;
    while (this.#counts.length <= index) this.#counts.push(0);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    const old = this.#counts.length - PACE_BUCKETS;
    if (old > 0) {
      this.#counts.splice(0, old);
      this.#fromMs += old * PACE_BUCKET_MS;
    }
    if (turn !== undefined) {
      this.#turns[this.#turnsSeen % PACE_NODE_UPDATES] = turn;
      this.#turnsSeen++;
    }
    this.#summary = undefined;
  }

  /** Clears the row of a node that is gone. */
  forget(row: number): void {
    if (row < this.#done.length) this.#done[row] = 0;
    this.#leftAtMs.delete(row);
  }

  /** Undefined without a measurement. Cached until the next `arrived`; then O(PACE_NODE_UPDATES). */
  summary(): MeasuredRolloutPace | undefined {
    if (this.#counts.length === 0) return undefined;
    if (this.#summary !== undefined) return this.#summary;
    const turn = statsOf(this.#turns, this.#turnsSeen);
    this.#summary = {
      sinceMs: this.#sinceMs,
      counts: [...this.#counts],
      fromMs: this.#fromMs,
      ...(turn === undefined ? {} : { turn }),
    };
    return this.#summary;
  }
}
