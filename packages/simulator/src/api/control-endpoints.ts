import type { ResourceName } from "../store/contract.ts";
import { isJsonObject } from "../store/json.ts";
import type { SimulatorStore } from "../store/store.ts";
import type { FaultState } from "./faults.ts";

/** What a test may do to the simulated cluster from outside its API. */
export interface ControlVerbs {
  advance(ms: number): void;
}

/** Answers POST /simulator/advance?ms=, POST /simulator/faults {verb, …} and GET /simulator/requests; undefined for anything else. */
export function answerControl(
  path: string,
  query: URLSearchParams,
  body: unknown,
  control: ControlVerbs,
  faults: FaultState,
  store: SimulatorStore,
  requests: ReadonlyMap<string, number>,
): unknown {
  if (path === "/simulator/advance") {
    const ms = Number(query.get("ms"));
    if (!Number.isFinite(ms) || ms < 0) return undefined;
    control.advance(ms);
    return { resourceVersion: String(store.resourceVersion) };
  }
  if (path === "/simulator/requests") return Object.fromEntries(requests);
  if (path !== "/simulator/faults" || !isJsonObject(body)) return undefined;
  const resource = typeof body.resource === "string" ? (body.resource as ResourceName) : undefined;
  switch (body.verb) {
    case "dropWatches":
      faults.dropWatches(resource);
      break;
    case "endWatches":
      faults.endWatches(resource);
      break;
    case "stallWatches":
      faults.stallWatches(body.stalled !== false, resource);
      break;
    case "garbageLine":
      faults.garbageLine(resource);
      break;
    case "expireHistory":
      store.expireHistory();
      break;
    case "forbid":
      if (resource !== undefined) faults.forbid(resource, body.forbidden !== false);
      break;
    case "failNext":
      if (resource !== undefined)
        faults.failNext(resource, {
          status: Number(body.status ?? 503),
          count: Number(body.count ?? 1),
          ...(typeof body.retryAfterSeconds === "number" ? { retryAfterSeconds: body.retryAfterSeconds } : {}),
        });
      break;
    default:
      return undefined;
  }
  return { done: body.verb };
}
