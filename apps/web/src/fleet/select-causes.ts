import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/model/records";

/** One cause over all DaemonSets. */
export interface FleetCause {
  readonly state: Cause["state"];
  readonly cause: string;
  readonly count: number;
  /** `fluent-bit` or `3 DaemonSets`. */
  readonly where: string;
  readonly sinceMs: number | undefined;
  /** The DaemonSet with most of it: where a click leads. */
  readonly key: string;
}

/** Groups the causes of all DaemonSets, those on most nodes first; starting pods of a rollout are no cause. */
export function selectCauses(records: readonly DaemonSetRecord[]): readonly FleetCause[] {
  const groups = new Map<
    string,
    { cause: Cause; count: number; sinceMs: number | undefined; sets: { key: string; name: string; count: number }[] }
  >();
  for (const record of records)
    for (const cause of record.causes) {
      if (cause.state === "starting") continue;
      const id = `${cause.state} ${cause.cause}`;
      const group = groups.get(id) ?? { cause, count: 0, sinceMs: undefined, sets: [] };
      group.count += cause.count;
      group.sets.push({ key: record.key, name: record.name, count: cause.count });
      if (cause.sinceMs !== undefined && (group.sinceMs === undefined || cause.sinceMs < group.sinceMs)) group.sinceMs = cause.sinceMs;
      groups.set(id, group);
    }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count || (a.cause.cause < b.cause.cause ? -1 : 1))
    .map(({ cause, count, sinceMs, sets }) => {
      const first = [...sets].sort((a, b) => b.count - a.count)[0];
      return {
        state: cause.state,
        cause: cause.cause,
        count,
        sinceMs,
        where: sets.length === 1 ? (first?.name ?? "") : `${sets.length} DaemonSets`,
        key: first?.key ?? "",
      };
    });
}
