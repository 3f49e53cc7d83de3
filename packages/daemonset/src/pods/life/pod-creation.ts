/** The reason that a DaemonSet wanted a pod on a node. */
export type CreationCause = "revision" | "daemonSet" | "node" | "labels" | "taints";

/** Since when a pod was wanted, and the change that caused it. */
export interface PodCreation {
  readonly by: CreationCause;
  readonly atMs: number;
}

/** The facts from which the cause of a pod's creation is derived. Times are the API's, in whole seconds, or the
 *  cluster's clock for watched changes. */
export interface PodCreationFacts {
  readonly daemonSetCreatedAtMs: number;
  /** Undefined for a node that is not known. */
  readonly nodeCreatedAtMs: number | undefined;
  /** The pod's revision. `sinceMs`: since when it is or was current. `rolledUntilMs`: until when it is known to have
   *  been rolled out; undefined: unknown. `isFirst`: it was created with its DaemonSet. */
  readonly revision: { readonly sinceMs: number; readonly rolledUntilMs: number | undefined; readonly isFirst: boolean } | undefined;
  /** Observed changes of its node after which the DaemonSet should run on it. */
  readonly changes: readonly { readonly by: "labels" | "taints"; readonly atMs: number }[];
}

/** The controller creates missing pods at once; after a longer delay, something else happened in between. */
export const IMMEDIATE_MS = 60_000;
/** Times of the API have whole seconds. */
const SECOND_MS = 1000;

/** Returns the cause of a pod: the last change that can have made it wanted (rule W9). Undefined if the pod is too
 *  late for each change, such as a pod that replaces a deleted one. */
export function podCreation(createdAtMs: number, before: PodCreationFacts): PodCreation | undefined {
  const { daemonSetCreatedAtMs, nodeCreatedAtMs, revision, changes } = before;
  const known: readonly (PodCreation & { readonly untilMs: number })[] = [
    ...(revision === undefined
      ? []
      : [
          {
            by: "revision" as const,
            atMs: revision.sinceMs,
            untilMs: Math.max(revision.rolledUntilMs ?? 0, revision.sinceMs + IMMEDIATE_MS),
          },
        ]),
    { by: "daemonSet", atMs: daemonSetCreatedAtMs, untilMs: daemonSetCreatedAtMs + IMMEDIATE_MS },
    ...(nodeCreatedAtMs === undefined ? [] : [{ by: "node" as const, atMs: nodeCreatedAtMs, untilMs: nodeCreatedAtMs + IMMEDIATE_MS }]),
    ...changes.map(({ by, atMs }) => ({ by, atMs, untilMs: atMs + IMMEDIATE_MS })),
  ];
  const last = known
    .filter(({ atMs, untilMs }) => atMs <= createdAtMs + SECOND_MS && createdAtMs <= untilMs + SECOND_MS)
    .filter(({ by }) => by !== "revision" || revision?.isFirst === false)
    .reduce<PodCreation | undefined>((latest, each) => (latest === undefined || each.atMs >= latest.atMs ? each : latest), undefined);
  return last === undefined ? undefined : { by: last.by, atMs: last.atMs };
}
