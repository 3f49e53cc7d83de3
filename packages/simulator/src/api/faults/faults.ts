import { CLOCK_SKEW_ANNOTATION } from "../../control/kubelet/pod-life.ts";
import type { ResourceName } from "../../objects/contract.ts";
import type { SimulatorStore } from "../../store/store.ts";
import type { MeasuredName } from "../measured/measured-resource.ts";

/** What a request does to a resource, in the words of the API's rules of access. */
export const API_VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"] as const;
export type Verb = (typeof API_VERBS)[number];

/** What rules of access are about. */
export type RuledName = ResourceName | MeasuredName;

/** A watch that is open, as faults see it. */
export interface OpenWatch {
  readonly resource: ResourceName;
  /** Ends cleanly, as a server does at its timeout. */
  end(): void;
  /** Resets the connection. */
  reset(): void;
  /** Writes a line that is no event. */
  garbage(): void;
  /** Holds events back, with the connection open; or lets them go again. */
  stall(stalled: boolean): void;
}

export interface PreparedFailure {
  readonly status: number;
  readonly retryAfterSeconds?: number;
  /** Requests that it takes; 1 when left out. */
  readonly count?: number;
  /** Only requests of this verb. */
  readonly verb?: Verb;
}

/** What tests do to the API. Without a resource, a verb means all of them. */
export interface Faults {
  /** Resets the connections of open watches. */
  dropWatches(resource?: ResourceName): void;
  /** Ends open watches cleanly. */
  endWatches(resource?: ResourceName): void;
  /** Holds back everything on watches that are open now; one opened later is not touched. */
  stall(resource?: ResourceName): void;
  resume(resource?: ResourceName): void;
  /** Writes a line that is no event on open watches. */
  garbageLine(resource?: ResourceName): void;
  /** Watches and pages from before now get 410. */
  expireHistory(): void;
  /** The API comes back from a backup of so many seconds of cluster time ago: watches are reset, versions go on from the one of then.
   *  False, with nothing done, when its history does not reach back so far. */
  restoreOlderState(secondsAgo: number): boolean;
  /** The clock of a node, or of every node, is so many seconds ahead, or behind when negative; 0 heals. False for a node that there is not. */
  skewClock(seconds: number, node?: string): boolean;
  /** Answers 403, and ends the watches when watching is what is forbidden. */
  forbid(resource: RuledName, verb?: Verb): void;
  allow(resource: RuledName, verb?: Verb): void;
  failNext(resource: ResourceName, failure: PreparedFailure): void;
  /** Every answer waits so long, in real milliseconds. */
  setDelay(ms: number): void;
  /** sendInitialEvents is refused, as by a server without the WatchList feature. */
  withoutStreamingList(without: boolean): void;
}

/** The faults as the API itself reads them. */
export interface FaultState extends Faults {
  readonly watches: Set<OpenWatch>;
  readonly delayMs: number;
  readonly streamingListOff: boolean;
  isForbidden(resource: string, verb: string): boolean;
  takeFailure(resource: ResourceName, verb: Verb): PreparedFailure | undefined;
}

type FaultyStore = Pick<SimulatorStore, "expireHistory" | "versionAgo" | "restore" | "get" | "list" | "edit">;

function skewClock(store: FaultyStore, seconds: number, node: string | undefined): boolean {
  if (node !== undefined && store.get("nodes", undefined, node) === undefined) return false;
  const names = node === undefined ? store.list("nodes").map((each) => each.metadata.name) : [node];
  for (const name of names)
    store.edit("nodes", undefined, name, ({ metadata }) => {
      const { [CLOCK_SKEW_ANNOTATION]: _before, ...annotations } = metadata.annotations ?? {};
      metadata.annotations = seconds === 0 ? annotations : { ...annotations, [CLOCK_SKEW_ANNOTATION]: `${seconds}s` };
    });
  return true;
}

const ALL_VERBS = "*";

type Refusals = Pick<FaultState, "isForbidden" | "takeFailure" | "forbid" | "allow" | "failNext">;

/** What is refused: by rule until it is allowed again, or the next so many times. `endWatches` is called when watching is forbidden. */
function createRefusals(endWatches: (resource: RuledName) => void): Refusals {
  const forbidden = new Set<string>();
  const prepared: { readonly resource: ResourceName; readonly failure: PreparedFailure; left: number }[] = [];
  return {
    isForbidden: (resource, verb) => forbidden.has(`${resource} ${ALL_VERBS}`) || forbidden.has(`${resource} ${verb}`),
    takeFailure(resource, verb) {
      const at = prepared.findIndex((entry) => entry.resource === resource && (entry.failure.verb ?? verb) === verb);
      const entry = prepared[at];
      if (entry === undefined) return undefined;
      entry.left--;
      if (entry.left <= 0) prepared.splice(at, 1);
      return entry.failure;
    },
    forbid(resource, verb) {
      forbidden.add(`${resource} ${verb ?? ALL_VERBS}`);
      if (verb === undefined || verb === "watch") endWatches(resource);
    },
    allow(resource, verb) {
      for (const entry of [...forbidden])
        if (entry === `${resource} ${verb ?? ALL_VERBS}` || (verb === undefined && entry.startsWith(`${resource} `)))
          forbidden.delete(entry);
    },
    failNext(resource, failure) {
      prepared.push({ resource, failure, left: failure.count ?? 1 });
    },
  };
}

export function createFaults(store: FaultyStore): FaultState {
  const watches = new Set<OpenWatch>();
  let delayMs = 0;
  let streamingListOff = false;
  const each = (resource: RuledName | undefined, act: (watch: OpenWatch) => void) => {
    for (const watch of [...watches]) if (resource === undefined || watch.resource === resource) act(watch);
  };
  return {
    watches,
    expireHistory: () => store.expireHistory(),
    restoreOlderState(secondsAgo) {
      const version = store.versionAgo(secondsAgo);
      if (version === undefined) return false;
      // Before anything goes back: no watch may tell of what only the cluster's own loops hear.
      each(undefined, (watch) => watch.reset());
      store.restore(version);
      return true;
    },
    skewClock: (seconds, node) => skewClock(store, seconds, node),
    get delayMs() {
      return delayMs;
    },
    get streamingListOff() {
      return streamingListOff;
    },
    ...createRefusals((resource) => each(resource, (watch) => watch.end())),
    dropWatches: (resource) => each(resource, (watch) => watch.reset()),
    endWatches: (resource) => each(resource, (watch) => watch.end()),
    stall: (resource) => each(resource, (watch) => watch.stall(true)),
    resume: (resource) => each(resource, (watch) => watch.stall(false)),
    garbageLine: (resource) => each(resource, (watch) => watch.garbage()),
    setDelay(ms) {
      delayMs = ms;
    },
    withoutStreamingList(without) {
      streamingListOff = without;
    },
  };
}
