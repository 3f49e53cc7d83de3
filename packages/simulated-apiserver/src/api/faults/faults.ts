import type { ResourceName } from "../../objects/contract.ts";
import { CLOCK_SKEW_ANNOTATION } from "../../objects/simulation-annotations.ts";
import type { SimulatorStore } from "../../store/store.ts";
import type { MeasuredName } from "../measured/measured-resource.ts";

/** The verbs of the API's access rules. */
export const API_VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"] as const;
export type Verb = (typeof API_VERBS)[number];

/** Names that access rules can refer to. */
export type RuledName = ResourceName | MeasuredName;

/** An open watch, as faults see it. */
export interface OpenWatch {
  readonly resource: ResourceName;
  /** Ends cleanly, as a server does at its timeout. */
  end(): void;
  /** Resets the connection. */
  reset(): void;
  /** Writes a line that is not an event. */
  garbage(): void;
  /** Holds events back while the connection stays open, or releases them. */
  stall(stalled: boolean): void;
}

export interface PreparedFailure {
  readonly status: number;
  readonly retryAfterSeconds?: number;
  /** The number of requests that the fault affects. Defaults to 1. */
  readonly count?: number;
  /** Only requests of this verb. */
  readonly verb?: Verb;
}

/** Faults that tests cause in the API. Without a resource, a fault applies to all. */
export interface Faults {
  /** Resets the connections of open watches. */
  dropWatches(resource?: ResourceName): void;
  /** Ends open watches cleanly. */
  endWatches(resource?: ResourceName): void;
  /** Holds back everything on the watches that are open now. Watches opened later are not affected. */
  stall(resource?: ResourceName): void;
  resume(resource?: ResourceName): void;
  /** Writes a line that is not an event on open watches. */
  garbageLine(resource?: ResourceName): void;
  /** Watches and pages from before now get 410. */
  expireHistory(): void;
  /**
   * Restores the API from a backup of this many seconds of cluster time ago. Watches are reset, and versions continue
   * from the backup's. Returns false and does nothing if its history does not reach back that far.
   */
  restoreOlderState(secondsAgo: number): boolean;
  /**
   * Sets the clock of a node, or of every node, this many seconds ahead, or behind if negative; 0 resets it. Returns
   * false if the node does not exist.
   */
  skewClock(seconds: number, node?: string): boolean;
  /** Answers 403, and ends the watches if watching is forbidden. */
  forbid(resource: RuledName, verb?: Verb): void;
  allow(resource: RuledName, verb?: Verb): void;
  failNext(resource: ResourceName, failure: PreparedFailure): void;
  /** Delays every answer about a resource or a measurement, in real milliseconds. */
  setDelay(ms: number): void;
  /** Refuses sendInitialEvents, as a server without the WatchList feature does. */
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

/**
 * Tracks refusals: by rule until the access is allowed again, or for the next requests up to a count. `endWatches` is
 * called when watching is forbidden.
 */
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
  const forEachWatch = (resource: RuledName | undefined, act: (watch: OpenWatch) => void) => {
    for (const watch of [...watches]) if (resource === undefined || watch.resource === resource) act(watch);
  };
  return {
    watches,
    expireHistory: () => store.expireHistory(),
    restoreOlderState(secondsAgo) {
      const version = store.versionAgo(secondsAgo);
      if (version === undefined) return false;
      // Watches are reset first, because only the cluster's own loops may receive the events of the restore.
      forEachWatch(undefined, (watch) => watch.reset());
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
    ...createRefusals((resource) => forEachWatch(resource, (watch) => watch.end())),
    dropWatches: (resource) => forEachWatch(resource, (watch) => watch.reset()),
    endWatches: (resource) => forEachWatch(resource, (watch) => watch.end()),
    stall: (resource) => forEachWatch(resource, (watch) => watch.stall(true)),
    resume: (resource) => forEachWatch(resource, (watch) => watch.stall(false)),
    garbageLine: (resource) => forEachWatch(resource, (watch) => watch.garbage()),
    setDelay(ms) {
      delayMs = ms;
    },
    withoutStreamingList(without) {
      streamingListOff = without;
    },
  };
}
