import type { WatchedPod } from "@daemonscope/daemonset/life/pair-trail";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { Entry } from "./entry.ts";
import type { LogPart } from "./log-part.ts";
import { type Playable, readFrom } from "./play-to.ts";

/** The pair whose pods are requested: one DaemonSet on one node. */
export interface PairOfLog {
  readonly daemonSetUid: string;
  readonly node: string;
}

type Sighting = { readonly atMs: number; readonly pod: PodFacts | undefined };
interface Watched extends WatchedPod {
  readonly sightings: Sighting[];
}

/**
 * Returns the pods of a pair in order of appearance. Covers the log from the last checkpoint before `fromMs` until its
 * last tick until `toMs`. Builds no model: the cost is that of reading the log.
 */
export async function watchedPods(
  log: Playable,
  { daemonSetUid, node }: PairOfLog,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  part?: LogPart,
): Promise<readonly WatchedPod[]> {
  const byUid = new Map<string, Watched>();
  const isMeant = (pod: PodFacts): boolean => pod.ownerUid === daemonSetUid && pod.node === node;
  const see = (pod: PodFacts, atMs: number, isFromBirth: boolean): void => {
    if (!isMeant(pod)) return;
    const known = byUid.get(pod.uid);
    if (known === undefined) byUid.set(pod.uid, { sightings: [{ atMs, pod }], isFromBirth });
    else known.sightings.push({ atMs, pod });
  };
  function* take(told: Entry): Generator<undefined, boolean> {
    const entry = part === undefined ? told : part.entry(told);
    if (entry?.kind === "input") {
      const { input, nowMs } = entry;
      if (input.do === "put" && input.kind === "pods") see(input.object, nowMs, true);
      if (input.do === "drop" && input.kind === "pods") byUid.get(input.key)?.sightings.push({ atMs: nowMs, pod: undefined });
    }
    yield;
    return true;
  }
  await readFrom(
    log,
    { fromMs, toMs },
    ({ saved }, beginsAtMs) => {
      for (const object of saved.pods.of(daemonSetUid)) {
        const entry = { kind: "input", nowMs: beginsAtMs, input: { do: "put", kind: "pods", object } } as const;
        const told = part === undefined ? entry : part.entry(entry);
        if (told?.kind === "input" && told.input.do === "put" && told.input.kind === "pods") see(told.input.object, beginsAtMs, false);
      }
      return undefined;
    },
    take,
  );
  return [...byUid.values()];
}
