import { GroupIndex, mergeGroups } from "../../budget/group-index.ts";
import { TimeMultiset } from "../../budget/time-multiset.ts";
import type { NodeCause } from "./derive-causes.ts";
import type { StallTimeouts } from "./detect-stall.ts";
import { BY_OVERDUE_CAUSE, type OverdueNodeList, overdueGroup, overdueSinceMs, timeLimitMs } from "./overdue.ts";

type Causes = () => Iterable<readonly [node: string, cause: NodeCause]>;
/** Kinds of patience that count from the last movement if their start is unknown. */
const DATED_BY_MOVES = ["slow", "lasting"] as const;

/** The groups of overdueNodes, updated as nodes and time change: a read costs the number of nodes that became late
 *  since the last one. *Invariant*: a node with a cause is in one of three sets: waiting, late, or counted from the
 *  last movement. */
export class OverdueIndex {
  readonly #patience: StallTimeouts;
  readonly #causes: Causes;
  readonly #waiting = new Map<string, { readonly cause: NodeCause; readonly atMs: number }>();
  readonly #dueAtMs = new TimeMultiset();
  readonly #late = new GroupIndex<NodeCause>(BY_OVERDUE_CAUSE);
  readonly #undated = { slow: new GroupIndex<NodeCause>(BY_OVERDUE_CAUSE), lasting: new GroupIndex<NodeCause>(BY_OVERDUE_CAUSE) };

  /** `causes`: all current causes. */
  constructor(patience: StallTimeouts, causes: Causes) {
    this.#patience = patience;
    this.#causes = causes;
  }

  put(node: string, cause: NodeCause): void {
    if (cause.patience === "never") return;
    const sinceMs = overdueSinceMs(cause);
    if (cause.patience === "none") this.#late.put(node, cause, sinceMs);
    else if (sinceMs === undefined) this.#undated[cause.patience].put(node, cause, undefined);
    else {
      const atMs = sinceMs + timeLimitMs(this.#patience, cause.patience);
      this.#waiting.set(node, { cause, atMs });
      this.#dueAtMs.add(atMs);
    }
  }

  /** `cause` must equal the one that was put. */
  drop(node: string, cause: NodeCause): void {
    if (cause.patience === "never") return;
    const sinceMs = overdueSinceMs(cause);
    const waiting = this.#waiting.get(node);
    if (waiting !== undefined) {
      this.#waiting.delete(node);
      this.#dueAtMs.drop(waiting.atMs);
    } else if (cause.patience === "none" || sinceMs !== undefined) this.#late.drop(node, cause, sinceMs);
    else this.#undated[cause.patience].drop(node, cause, undefined);
  }

  /** Returns the nodes that are late at `nowMs`. The caller's time never goes back. */
  listAt(nowMs: number, movedAtMs: number | undefined): OverdueNodeList {
    if ((this.#dueAtMs.earliest() ?? Number.POSITIVE_INFINITY) <= nowMs) this.#moveDue(nowMs);
    let nextAtMs = this.#dueAtMs.earliest();
    let groups = this.#late.list(() => this.#causesThat((node, cause) => isDated(cause) && !this.#waiting.has(node)));
    for (const kind of DATED_BY_MOVES) {
      const undated = this.#undated[kind];
      if (undated.isEmpty || movedAtMs === undefined) continue;
      const atMs = movedAtMs + timeLimitMs(this.#patience, kind);
      if (nowMs < atMs) nextAtMs = Math.min(nextAtMs ?? Number.POSITIVE_INFINITY, atMs);
      else {
        const since = undated.list(() => this.#causesThat((_node, cause) => cause.patience === kind && !isDated(cause)));
        groups = mergeGroups(
          groups,
          since.map((group) => ({ ...group, sinceMs: movedAtMs })),
        );
      }
    }
    return { overdue: groups.map(overdueGroup), nextAtMs };
  }

  #moveDue(nowMs: number): void {
    for (const [node, { cause, atMs }] of this.#waiting) {
      if (nowMs < atMs) continue;
      this.#waiting.delete(node);
      this.#dueAtMs.drop(atMs);
      this.#late.put(node, cause, overdueSinceMs(cause));
    }
  }

  *#causesThat(matches: (node: string, cause: NodeCause) => boolean): Iterable<readonly [node: string, cause: NodeCause]> {
    for (const each of this.#causes()) if (each[1].patience !== "never" && matches(...each)) yield each;
  }
}

const isDated = (cause: NodeCause): boolean => cause.patience === "none" || overdueSinceMs(cause) !== undefined;
