import type { RawWatch } from "../oracle.ts";
import { rawWatch } from "../oracle.ts";

const STREAM = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

interface ContainerState {
  readonly waiting?: { readonly reason?: string };
  readonly running?: object;
  readonly terminated?: { readonly reason?: string; readonly exitCode: number };
}

interface ContainerStatus {
  readonly name: string;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}

interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
  };
  readonly status: {
    readonly phase?: string;
    readonly reason?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
    readonly containerStatuses?: readonly ContainerStatus[];
  };
}

interface KubernetesEvent {
  readonly involvedObject: { readonly uid?: string };
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly count?: number;
  readonly series?: { readonly count: number };
}

/** A state of a pod of a case. `at` is the time of arrival, in seconds since the first pod of the case arrived. */
export interface PodEntry {
  readonly at: number;
  /** The number of the pod in the case, in order of arrival. */
  readonly pod: number;
  readonly phase: string;
  readonly ready: boolean;
  /** `NAME STATE REASON RESTARTS last:REASON/EXIT_CODE`, first the init containers. */
  readonly containers: readonly string[];
}

interface EventEntry {
  readonly at: number;
  readonly pod: number;
  /** Type, reason and message; names, addresses, digests, sizes and durations are placeholders. */
  readonly event: string;
  readonly count: number;
}

export type TraceEntry = PodEntry | EventEntry;
export const isPodEntry = (entry: TraceEntry): entry is PodEntry => "phase" in entry;

function stateText({ waiting, running, terminated }: ContainerState): string {
  if (terminated !== undefined) return `terminated ${terminated.reason ?? ""}/${terminated.exitCode}`;
  if (running !== undefined) return "running";
  return `waiting ${waiting?.reason ?? ""}`;
}

function containerText({ name, state = {}, lastState = {}, restartCount }: ContainerStatus): string {
  const last = lastState.terminated;
  return `${name} ${stateText(state)} ${restartCount}${last === undefined ? "" : ` last:${last.reason ?? ""}/${last.exitCode}`}`;
}

function phaseText({ metadata, status }: Pod): string {
  const phase = status.reason === undefined ? (status.phase ?? "") : `${status.phase}/${status.reason}`;
  return metadata.deletionTimestamp === undefined ? phase : `${phase} deleted`;
}

const messageText = (message: string, pod: Pod): string =>
  message
    .replaceAll(pod.metadata.name, "POD")
    .replaceAll(pod.metadata.uid, "UID")
    .replace(/[0-9a-f]{64}/g, "DIGEST")
    .replace(/\d+(\.\d+){3}(:\d+)?/g, "ADDRESS")
    .replace(/\b\d+(\.\d+)?(ms|s|m\d+s)\b/g, "DURATION")
    .replace(/\d+ bytes/g, "SIZE bytes");

/** Follows the pods and events of the DaemonSets of one namespace, one trace for each value of the label `app`. */
export class Tracer {
  readonly #watches: readonly RawWatch[];
  readonly #startMs = new Map<string, number>();
  readonly #pods = new Map<string, { readonly pod: Pod; readonly name: string; readonly index: number }>();
  readonly #counts = new Map<string, number>();
  readonly #traces = new Map<string, TraceEntry[]>();
  /** Events whose pod has not arrived yet. */
  readonly #early = new Map<string, { readonly event: KubernetesEvent; readonly atMs: number }[]>();

  constructor(kubeconfig: string, namespace: string) {
    const follow = (kind: string, take: (object: never) => void) =>
      rawWatch(kubeconfig, `/api/v1/namespaces/${namespace}/${kind}?${STREAM}`, (line) => {
        const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: never };
        if (type !== "BOOKMARK" && type !== "ERROR") take(object);
      });
    this.#watches = [follow("pods", (pod) => this.#takePod(pod)), follow("events", (event) => this.#takeEvent(event, Date.now()))];
  }

  trace(name: string): readonly TraceEntry[] {
    return this.#traces.get(name) ?? [];
  }

  /** Returns the time at which the first pod of the case arrived. */
  startMs(name: string): number {
    return this.#startMs.get(name) ?? 0;
  }

  stop(): void {
    for (const watch of this.#watches) watch.stop();
  }

  #add(name: string, entry: TraceEntry): void {
    const trace = this.#traces.get(name) ?? [];
    this.#traces.set(name, trace);
    trace.push(entry);
  }

  #secondsOf(name: string, atMs: number): number {
    const startMs = this.#startMs.get(name) ?? atMs;
    this.#startMs.set(name, startMs);
    return Math.round((atMs - startMs) / 100) / 10;
  }

  #takePod(pod: Pod): void {
    const name = pod.metadata.labels?.app ?? pod.metadata.name;
    const at = this.#secondsOf(name, Date.now());
    const { uid } = pod.metadata;
    const isNew = !this.#pods.has(uid);
    const index = this.#pods.get(uid)?.index ?? this.#nextIndex(name);
    this.#pods.set(uid, { pod, name, index });
    const { status } = pod;
    const entry: PodEntry = {
      at,
      pod: index,
      phase: phaseText(pod),
      ready: status.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ?? false,
      containers: [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].map(containerText),
    };
    const before = this.trace(name).findLast((other) => isPodEntry(other) && other.pod === index);
    if (before === undefined || JSON.stringify({ ...before, at }) !== JSON.stringify(entry)) this.#add(name, entry);
    if (!isNew) return;
    for (const { event, atMs } of this.#early.get(uid) ?? []) this.#takeEvent(event, atMs);
    this.#early.delete(uid);
  }

  #nextIndex(name: string): number {
    const index = this.#counts.get(name) ?? 0;
    this.#counts.set(name, index + 1);
    return index;
  }

  #takeEvent(event: KubernetesEvent, atMs: number): void {
    const uid = event.involvedObject.uid ?? "";
    const found = this.#pods.get(uid);
    if (found === undefined) {
      this.#early.set(uid, [...(this.#early.get(uid) ?? []), { event, atMs }]);
      return;
    }
    const { pod, name, index } = found;
    const text = `${event.type} ${event.reason} ${messageText(event.message, pod)}`;
    this.#add(name, { at: this.#secondsOf(name, atMs), pod: index, event: text, count: event.series?.count ?? event.count ?? 1 });
  }
}
