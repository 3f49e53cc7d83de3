import { JOIN_WINDOW_MS, type NotedJoin } from "../pods/join-steps.ts";
import type { PodFacts } from "../pods/pod-facts.ts";

/** The memory as plain data. */
export type SavedJoins = readonly (readonly [node: string, noted: NotedJoin])[];

/** Nodes that joined within this time count. */
export const RECENT_JOIN_MS = 86_400_000;

/** Remembers when the first pods of a DaemonSet were created and Ready on nodes that joined lately, once the objects
 *  no longer have these times: the pod is gone, or its Ready condition changed. */
export class JoinTracker {
  readonly #noted: Map<string, NotedJoin>;

  constructor(saved: SavedJoins = []) {
    this.#noted = new Map(saved);
  }

  get saved(): SavedJoins {
    return [...this.#noted];
  }

  /** Notes a pod before it goes or stops being Ready. */
  note(
    { node, createdAtMs, readySinceMs }: Pick<PodFacts, "node" | "createdAtMs" | "readySinceMs">,
    joinedAtMs: number,
    nowMs: number,
  ): void {
    if (createdAtMs - joinedAtMs >= JOIN_WINDOW_MS) return;
    this.#forgetOld(nowMs);
    const before = this.on(node, joinedAtMs);
    const readyAtMs = Math.min(before?.readyAtMs ?? Number.POSITIVE_INFINITY, readySinceMs ?? Number.POSITIVE_INFINITY);
    this.#noted.set(node, {
      joinedAtMs,
      createdAtMs: Math.min(before?.createdAtMs ?? createdAtMs, createdAtMs),
      ...(readyAtMs === Number.POSITIVE_INFINITY ? {} : { readyAtMs }),
    });
  }

  drop(node: string): void {
    this.#noted.delete(node);
  }

  on(node: string, joinedAtMs: number): NotedJoin | undefined {
    const noted = this.#noted.get(node);
    return noted?.joinedAtMs === joinedAtMs ? noted : undefined;
  }

  /** Forgets from the oldest note on, so that the memory has at most the notes of about a day. */
  #forgetOld(nowMs: number): void {
    for (const [node, { joinedAtMs }] of this.#noted) {
      if (joinedAtMs >= nowMs - RECENT_JOIN_MS) return;
      this.#noted.delete(node);
    }
  }
}
