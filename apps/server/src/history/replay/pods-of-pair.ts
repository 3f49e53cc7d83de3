import type { WatchedPodHistory } from "@daemonscope/daemonset/pods/life/pair-trail";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { LogEntry } from "../log/log-entry.ts";
import { type ReplaySource, readEntriesFrom } from "./replay-to.ts";
import type { ScopedLog } from "./scoped-log.ts";

/** The pair whose pods are requested: one DaemonSet on one node. */
export interface LoggedPair {
  readonly daemonSetUid: string;
  readonly node: string;
}

type Sighting = { readonly atMs: number; readonly pod: PodFacts | undefined };
interface Watched extends WatchedPodHistory {
  readonly sightings: Sighting[];
}

/**
 * Returns the pods of a pair in order of appearance. Covers the log from the last checkpoint at or before `fromMs` to
 * the last tick at or before `toMs`. Builds no model: the cost is that of reading the log.
 */
export async function podsOfPair(
  log: ReplaySource,
  { daemonSetUid, node }: LoggedPair,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  scope?: ScopedLog,
): Promise<readonly WatchedPodHistory[]> {
  /** The pods of the node, of any owner, because another DaemonSet may have orphaned a pod that this one adopted. */
  const byUid = new Map<string, Watched>();
  const see = (pod: PodFacts, atMs: number, isFromBirth: boolean): void => {
    if (pod.node !== node) return;
    const known = byUid.get(pod.uid);
    if (known === undefined) byUid.set(pod.uid, { sightings: [{ atMs, pod }], isFromBirth });
    else {
      // An orphan is no daemon pod, so that it was gone until its adoption.
      if (known.sightings.at(-1)?.pod === undefined) known.sightings.pop();
      known.sightings.push({ atMs, pod });
    }
  };
  function* take(original: LogEntry): Generator<undefined, boolean> {
    const entry = scope === undefined ? original : scope.entry(original);
    if (entry?.kind === "input") {
      const { input, nowMs } = entry;
      // A pod whose first sighting is past Pending was adopted.
      if (input.do === "put" && input.kind === "pods") see(input.object, nowMs, input.object.phase === "Pending");
      if (input.do === "drop" && input.kind === "pods") byUid.get(input.key)?.sightings.push({ atMs: nowMs, pod: undefined });
    }
    yield;
    return true;
  }
  await readEntriesFrom(
    log,
    { fromMs, toMs },
    ({ saved }, beginsAtMs) => {
      for (const object of saved.pods.of(daemonSetUid)) {
        const entry = { kind: "input", nowMs: beginsAtMs, input: { do: "put", kind: "pods", object } } as const;
        const visible = scope === undefined ? entry : scope.entry(entry);
        if (visible?.kind === "input" && visible.input.do === "put" && visible.input.kind === "pods")
          see(visible.input.object, beginsAtMs, false);
      }
      return undefined;
    },
    take,
  );
  return [...byUid.values()].filter(({ sightings }) => sightings.some(({ pod }) => pod?.ownerUid === daemonSetUid));
}
