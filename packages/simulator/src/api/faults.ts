import type { ResourceName } from "../store/contract.ts";

/** One prepared refusal of the next requests for a resource. */
export interface PreparedFailure {
  readonly status: number;
  readonly retryAfterSeconds?: number;
  /** How many requests it takes. */
  left: number;
}

/** A watch that is open, as faults see it. */
export interface OpenWatch {
  readonly resource: ResourceName;
  /** Ends cleanly, as a server does at its timeout. */
  end(): void;
  /** Resets the connection. */
  reset(): void;
  /** Writes text that is no event. */
  garbage(): void;
  /** Holds events back, with the connection open; or lets them go again. */
  stall(stalled: boolean): void;
}

/** What tests do to the API: docs/simulator.md lists the verbs. */
export interface Faults {
  dropWatches(resource?: ResourceName): void;
  endWatches(resource?: ResourceName): void;
  stallWatches(stalled: boolean, resource?: ResourceName): void;
  garbageLine(resource?: ResourceName): void;
  forbid(resource: ResourceName, forbidden: boolean): void;
  failNext(
    resource: ResourceName,
    failure: { readonly status: number; readonly retryAfterSeconds?: number; readonly count?: number },
  ): void;
  /** No watch-list: sendInitialEvents is refused as an older server does. */
  withoutStreamingList(without: boolean): void;
}

export interface FaultState extends Faults {
  readonly watches: Set<OpenWatch>;
  readonly forbidden: Set<ResourceName>;
  readonly streamingListOff: () => boolean;
  takeFailure(resource: ResourceName): PreparedFailure | undefined;
}

export function createFaults(): FaultState {
  const watches = new Set<OpenWatch>();
  const forbidden = new Set<ResourceName>();
  const prepared = new Map<ResourceName, PreparedFailure>();
  let noStreamingList = false;
  const each = (resource: ResourceName | undefined, act: (watch: OpenWatch) => void) => {
    for (const watch of [...watches]) if (resource === undefined || watch.resource === resource) act(watch);
  };
  return {
    watches,
    forbidden,
    streamingListOff: () => noStreamingList,
    takeFailure(resource) {
      const failure = prepared.get(resource);
      if (failure === undefined) return undefined;
      failure.left--;
      if (failure.left <= 0) prepared.delete(resource);
      return failure;
    },
    dropWatches: (resource) => each(resource, (watch) => watch.reset()),
    endWatches: (resource) => each(resource, (watch) => watch.end()),
    stallWatches: (stalled, resource) => each(resource, (watch) => watch.stall(stalled)),
    garbageLine: (resource) => each(resource, (watch) => watch.garbage()),
    forbid(resource, refuse) {
      if (refuse) forbidden.add(resource);
      else forbidden.delete(resource);
      if (refuse) each(resource, (watch) => watch.end());
    },
    failNext(resource, { status, retryAfterSeconds, count = 1 }) {
      prepared.set(resource, { status, left: count, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
    },
    withoutStreamingList(without) {
      noStreamingList = without;
    },
  };
}
