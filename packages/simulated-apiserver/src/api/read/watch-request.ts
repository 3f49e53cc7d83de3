import type { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import type { StoreEvent } from "../../objects/contract.ts";
import type { Resource } from "../../objects/resource.ts";
import type { SimulatorStore } from "../../store/store.ts";
import type { Clock } from "../../time/clock.ts";
import { invalidOption } from "../answer/status-body.ts";
import type { FaultState } from "../faults/faults.ts";
import { integerIn, switchIn } from "../request/query-values.ts";
import { resourceVersionOf } from "../request/resource-version.ts";
import type { Representation } from "./representation.ts";

/** A watch without a timeout lasts between one and two times this time. */
const DEFAULT_TIMEOUT_SECONDS = 1800;
/** Longer timers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** One WATCH, and the parts that answer it. */
export interface WatchRequest {
  readonly store: SimulatorStore;
  readonly clock: Clock;
  readonly faults: FaultState;
  readonly encode: (event: StoreEvent) => Buffer;
  readonly bookmarkEveryMs: number;
  /** Timeout for a version that has not been reached, in real milliseconds. */
  readonly versionPatienceMs: number;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly query: URLSearchParams;
  readonly form: Representation;
  readonly response: ServerResponse;
}

/** A client's options for its watch. */
export interface WatchOptions {
  /** The version that the client has; 0 if it names none. */
  readonly from: number;
  /** The current objects come first, as ADDED. */
  readonly replay: boolean;
  readonly bookmarks: boolean;
  readonly timeoutMs: number;
}

/** Reads the options of a watch. Throws the API's refusal. */
export function watchOptions({ store, faults, query }: WatchRequest): WatchOptions {
  const initial = query.get("sendInitialEvents");
  const match = query.get("resourceVersionMatch") ?? "";
  if (initial === null && match !== "")
    throw invalidOption(
      "resourceVersionMatch",
      "Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
    );
  if (initial !== null && match !== "NotOlderThan")
    throw invalidOption("resourceVersionMatch", "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  if (initial !== null && faults.streamingListOff)
    throw invalidOption(
      "sendInitialEvents",
      "Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
    );
  const from = resourceVersionOf(query.get("resourceVersion") ?? "", "watch");
  const seconds = integerIn(query, "timeoutSeconds") || DEFAULT_TIMEOUT_SECONDS + (store.resourceVersion % DEFAULT_TIMEOUT_SECONDS);
  return {
    from,
    replay: initial === "true" || (initial === null && from === 0),
    bookmarks: switchIn(query, "allowWatchBookmarks"),
    timeoutMs: Math.min(seconds * 1000, MAX_TIMER_MS),
  };
}
