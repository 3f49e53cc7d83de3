import type { SourceStatus } from "@daemonscope/kube/source-status";

/** The worst first: a user must act, the server is not reachable, the data may be stale, the list is not complete. */
const WORST_FIRST = ["forbidden", "retrying", "stale", "syncing", "live"] as const satisfies readonly SourceStatus["state"][];

/** Returns the status of a source that several parts watch: the worst state of any part, and the oldest time if each
 *  part has one. Undefined without parts. */
export function mergeStatuses(parts: readonly SourceStatus[]): SourceStatus | undefined {
  const state = WORST_FIRST.find((each) => parts.some((part) => part.state === each));
  if (state === undefined) return undefined;
  const worst = parts.filter((part) => part.state === state);
  const detail = worst.find((part) => part.detail !== undefined)?.detail;
  const others = worst.length - 1;
  const proven = parts.flatMap(({ provenAtMs }) => (provenAtMs === undefined ? [] : [provenAtMs]));
  const readSoFar = parts.reduce((sum, part) => sum + (part.readSoFar ?? 0), 0);
  const leftOut = parts.flatMap((part) => (part.leftOut === undefined ? [] : [part.leftOut]));
  const [first] = leftOut;
  return {
    state,
    ...(proven.length < parts.length || proven.length === 0 ? {} : { provenAtMs: proven.reduce((a, b) => Math.min(a, b)) }),
    ...(detail === undefined ? {} : { detail: others === 0 ? detail : `${detail} (and ${others} more of ${parts.length} parts)` }),
    ...(readSoFar === 0 || state !== "syncing" ? {} : { readSoFar }),
    ...(first === undefined ? {} : { leftOut: { count: leftOut.reduce((sum, { count }) => sum + count, 0), first: first.first } }),
  };
}
