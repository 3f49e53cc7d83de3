import { isFailedEnd } from "../failing-reason.ts";
import { nextTryOf } from "./next-try.ts";
import type { EndedRun, LifeContainer, PodDetail } from "./pod-detail.ts";

/** A period of a container's life. `untold`: runs that the kubelet no longer reports, and the gaps between them.
 *  `pause`: it waits for a restart. */
export type LanePart =
  | { readonly kind: "untold"; readonly runs: number; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: "run"; readonly isReady: boolean; readonly fromMs: number; readonly toMs: number; readonly end: LaneEnd | undefined }
  | { readonly kind: "pause"; readonly reason: string; readonly fromMs: number; readonly toMs: number };

/** The end of a run. */
interface LaneEnd {
  readonly reason: string;
  readonly exitCode: number | undefined;
  readonly isFailure: boolean;
}

/** The periods of a container from left to right. `nextTryMs`: time of its restart, if it is known. */
export interface ContainerLane {
  readonly container: LifeContainer;
  readonly parts: readonly LanePart[];
  readonly nextTryMs: number | undefined;
}

/** The common time axis of a pod's lanes. `toMs` is now, or the latest of the next restarts if that is later. */
export interface LifeAxis {
  readonly fromMs: number;
  readonly nowMs: number;
  readonly toMs: number;
}

const endOf = ({ reason, exitCode }: EndedRun): LaneEnd => ({ reason, exitCode, isFailure: isFailedEnd(reason, exitCode) });

/** Returns ended runs, each once, in order: those in the object, and those seen while the page was open. */
function knownRuns(container: LifeContainer, seen: readonly EndedRun[] = []): readonly EndedRun[] {
  const reportedRuns = [container.before, container.now.kind === "ended" ? container.now : undefined].filter((run) => run !== undefined);
  const byStart = new Map([...seen, ...reportedRuns].map((run) => [run.startedAtMs ?? run.finishedAtMs ?? 0, run]));
  return [...byStart.values()].sort((a, b) => (a.finishedAtMs ?? 0) - (b.finishedAtMs ?? 0));
}

function partsOf(pod: PodDetail, container: LifeContainer, runs: readonly EndedRun[], nowMs: number): readonly LanePart[] {
  const parts: LanePart[] = [];
  const { now } = container;
  const startMs = pod.takenUpAtMs ?? pod.createdAtMs ?? nowMs;
  // A container that waits after a crash has one end more than restarts.
  const endedRuns = container.restarts + (now.kind === "ended" || (now.kind === "waiting" && container.before !== undefined) ? 1 : 0);
  const unreportedRuns = Math.max(0, endedRuns - runs.length);
  let atMs = startMs;
  const firstMs = runs[0]?.startedAtMs ?? runs[0]?.finishedAtMs;
  if (unreportedRuns > 0 && firstMs !== undefined && firstMs > startMs) {
    parts.push({ kind: "untold", runs: unreportedRuns, fromMs: startMs, toMs: firstMs });
    atMs = firstMs;
  }
  for (const run of runs) {
    const toMs = run.finishedAtMs ?? run.startedAtMs ?? atMs;
    const fromMs = run.startedAtMs ?? toMs;
    if (parts.length > 0 && fromMs > atMs) parts.push({ kind: "pause", reason: "", fromMs: atMs, toMs: fromMs });
    parts.push({ kind: "run", isReady: false, fromMs, toMs: Math.max(fromMs, toMs), end: endOf(run) });
    atMs = Math.max(fromMs, toMs);
  }
  if (now.kind === "running") {
    const fromMs = Math.min(now.startedAtMs ?? atMs, nowMs);
    if (parts.length > 0 && fromMs > atMs) parts.push({ kind: "pause", reason: "", fromMs: atMs, toMs: fromMs });
    parts.push({ kind: "run", isReady: container.ready, fromMs, toMs: nowMs, end: undefined });
  } else if (now.kind === "waiting") parts.push({ kind: "pause", reason: now.reason, fromMs: Math.min(atMs, nowMs), toMs: nowMs });
  return parts;
}

/** Returns each container of a pod as a lane on one axis (rule W7), in the order of their start. `seenRuns`: earlier
 *  runs by container that the object no longer reports. Pure; O(containers × runs). */
export function containerLanes(
  pod: PodDetail,
  nowMs: number,
  seenRuns: ReadonlyMap<string, readonly EndedRun[]> = new Map(),
): { readonly axis: LifeAxis; readonly lanes: readonly ContainerLane[] } {
  const lanes = pod.containers.map((container): ContainerLane => {
    const next = nextTryOf(container);
    const nextTryMs = next?.kind === "at" && next.atMs > nowMs ? next.atMs : undefined;
    return { container, nextTryMs, parts: partsOf(pod, container, knownRuns(container, seenRuns.get(container.name)), nowMs) };
  });
  const starts = lanes.flatMap(({ parts }) => parts.map(({ fromMs }) => fromMs));
  const fromMs = Math.min(nowMs, pod.takenUpAtMs ?? pod.createdAtMs ?? nowMs, ...starts);
  const toMs = Math.max(nowMs, ...lanes.flatMap(({ nextTryMs }) => (nextTryMs === undefined ? [] : [nextTryMs])));
  return { axis: { fromMs, nowMs, toMs }, lanes };
}

/** Adds the runs of another answer to the seen ones: the page keeps runs that the object forgets. Returns the same
 *  map if nothing is new. */
export function withEarlierRuns(
  seen: ReadonlyMap<string, readonly EndedRun[]>,
  pod: Pick<PodDetail, "containers">,
): ReadonlyMap<string, readonly EndedRun[]> {
  let next: Map<string, readonly EndedRun[]> | undefined;
  for (const container of pod.containers) {
    const before = seen.get(container.name) ?? [];
    const runs = knownRuns(container, before);
    if (runs.length === before.length) continue;
    next ??= new Map(seen);
    next.set(container.name, runs.slice(-MAX_RUNS));
  }
  return next ?? seen;
}

/** Limit of the seen runs of a container: the newest remain. */
const MAX_RUNS = 100;
