import { isFailedEnd } from "../pods/failing-reason.ts";
import { nextTryOf } from "./next-try.ts";
import type { EndedRun, LifeContainer, WholePod } from "./whole-pod.ts";

/** A stretch of a container's life. `untold`: runs that the kubelet does not tell of any more, and the pauses between them. `pause`: it waits to be started again. */
export type LanePart =
  | { readonly kind: "untold"; readonly runs: number; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: "run"; readonly isReady: boolean; readonly fromMs: number; readonly toMs: number; readonly end: LaneEnd | undefined }
  | { readonly kind: "pause"; readonly reason: string; readonly fromMs: number; readonly toMs: number };

/** How a run ended. */
interface LaneEnd {
  readonly reason: string;
  readonly exitCode: number | undefined;
  readonly isFailure: boolean;
}

/** A container from left to right. `nextTryMs`: where it is started again, if that is known. */
export interface ContainerLane {
  readonly container: LifeContainer;
  readonly parts: readonly LanePart[];
  readonly nextTryMs: number | undefined;
}

/** What all lanes of a pod share: from when to when. `toMs` is now, or the next try where one is ahead. */
export interface LifeAxis {
  readonly fromMs: number;
  readonly nowMs: number;
  readonly toMs: number;
}

const endOf = ({ reason, exitCode }: EndedRun): LaneEnd => ({ reason, exitCode, isFailure: isFailedEnd(reason, exitCode) });

/** Runs that ended, each once, in order: those that the object tells of, and those that were seen while somebody looked. */
function knownRuns(container: LifeContainer, seen: readonly EndedRun[] = []): readonly EndedRun[] {
  const told = [container.before, container.now.kind === "ended" ? container.now : undefined].filter((run) => run !== undefined);
  const byStart = new Map([...seen, ...told].map((run) => [run.startedAtMs ?? run.finishedAtMs ?? 0, run]));
  return [...byStart.values()].sort((a, b) => (a.finishedAtMs ?? 0) - (b.finishedAtMs ?? 0));
}

function partsOf(pod: WholePod, container: LifeContainer, runs: readonly EndedRun[], nowMs: number): readonly LanePart[] {
  const parts: LanePart[] = [];
  const { now } = container;
  const beganMs = pod.takenUpAtMs ?? pod.createdAtMs ?? nowMs;
  const endedRuns = container.restarts + (now.kind === "ended" || (now.kind === "waiting" && container.before !== undefined) ? 1 : 0);
  // A container that waits after a crash has ended once more than it was started again.
  const untold = Math.max(0, endedRuns - runs.length);
  let atMs = beganMs;
  const firstMs = runs[0]?.startedAtMs ?? runs[0]?.finishedAtMs;
  if (untold > 0 && firstMs !== undefined && firstMs > beganMs) {
    parts.push({ kind: "untold", runs: untold, fromMs: beganMs, toMs: firstMs });
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

/** Each container of a pod as a lane on one axis (rule W7), in the order in which they start. `seenRuns`: by container, runs that were seen before and are not told any more. Pure; O(containers × runs). */
export function containerLanes(
  pod: WholePod,
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

/** Runs that were seen, with those of another answer: what the object forgets, the page keeps while it looks. Equal sets give the same map back. */
export function withRunsOf(
  seen: ReadonlyMap<string, readonly EndedRun[]>,
  pod: Pick<WholePod, "containers">,
): ReadonlyMap<string, readonly EndedRun[]> {
  let next: Map<string, readonly EndedRun[]> | undefined;
  for (const container of pod.containers) {
    const before = seen.get(container.name) ?? [];
    const runs = knownRuns(container, before);
    if (runs.length === before.length) continue;
    next ??= new Map(seen);
    next.set(container.name, runs.slice(-MOST_RUNS));
  }
  return next ?? seen;
}

const MOST_RUNS = 100;
