/** What made a DaemonSet want a pod on a node. */
export type WantedBy = "revision" | "daemonSet" | "node" | "labels" | "taints";

/** Since when a pod was wanted, and what was new then. */
export interface PodWanted {
  readonly by: WantedBy;
  readonly atMs: number;
}

/** What is known of the time before a pod was created. Times are the API's, in whole seconds, or the cluster's clock where it was watched. */
export interface BeforePod {
  readonly daemonSetCreatedAtMs: number;
  /** Undefined for a node that is not known. */
  readonly nodeCreatedAtMs: number | undefined;
  /** Of the pod: since when it is, or was, the current one, until when it is known to have been rolled out (undefined: it is not), and whether it is the first one, which comes with its DaemonSet. */
  readonly revision: { readonly sinceMs: number; readonly rolledUntilMs: number | undefined; readonly isFirst: boolean } | undefined;
  /** Changes of its node that made it one where the DaemonSet should run, as far as they were seen. */
  readonly changes: readonly { readonly by: "labels" | "taints"; readonly atMs: number }[];
}

/** The controller creates at once what it lacks; later than this, something else was in between. */
export const AT_ONCE_MS = 60_000;
/** Times of the API have whole seconds. */
const SECOND_MS = 1000;

/** What a pod was created for: the last of what can have made it wanted (rule W9); undefined where a pod came later than that explains, as one does whose predecessor was deleted. */
export function podWanted(createdAtMs: number, before: BeforePod): PodWanted | undefined {
  const { daemonSetCreatedAtMs, nodeCreatedAtMs, revision, changes } = before;
  const known: readonly (PodWanted & { readonly untilMs: number })[] = [
    ...(revision === undefined
      ? []
      : [
          {
            by: "revision" as const,
            atMs: revision.sinceMs,
            untilMs: Math.max(revision.rolledUntilMs ?? 0, revision.sinceMs + AT_ONCE_MS),
          },
        ]),
    { by: "daemonSet", atMs: daemonSetCreatedAtMs, untilMs: daemonSetCreatedAtMs + AT_ONCE_MS },
    ...(nodeCreatedAtMs === undefined ? [] : [{ by: "node" as const, atMs: nodeCreatedAtMs, untilMs: nodeCreatedAtMs + AT_ONCE_MS }]),
    ...changes.map(({ by, atMs }) => ({ by, atMs, untilMs: atMs + AT_ONCE_MS })),
  ];
  const last = known
    .filter(({ atMs, untilMs }) => atMs <= createdAtMs + SECOND_MS && createdAtMs <= untilMs + SECOND_MS)
    .filter(({ by }) => by !== "revision" || revision?.isFirst === false)
    .reduce<PodWanted | undefined>((latest, each) => (latest === undefined || each.atMs >= latest.atMs ? each : latest), undefined);
  return last === undefined ? undefined : { by: last.by, atMs: last.atMs };
}
