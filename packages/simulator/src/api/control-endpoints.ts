import type { ResourceName } from "../store/contract.ts";
import { isJsonObject, type JsonObject } from "../store/json.ts";
import { resourceNamed } from "../store/resources.ts";
import type { SimulatorStore } from "../store/store.ts";
import type { Faults, Verb } from "./faults.ts";

/** What a test may do to the simulated cluster from outside its API. */
export interface ControlVerbs {
  /** Lets cluster time pass, in milliseconds. */
  advance(ms: number): void | Promise<void>;
}

interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

interface Controlled {
  readonly control: ControlVerbs;
  readonly faults: Faults;
  readonly store: SimulatorStore;
  readonly requests: ReadonlyMap<string, number>;
}

const numberIn = (body: JsonObject, field: string): number | undefined => {
  const value = body[field];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};

/** Carries out `{verb, resource?, …}`; false when it is no fault, or needs a resource and names none. */
function doFault(faults: Faults, body: JsonObject): boolean {
  const named = typeof body.resource === "string" ? resourceNamed(body.resource)?.name : undefined;
  if (body.resource !== undefined && named === undefined) return false;
  const verb = typeof body.of === "string" ? (body.of as Verb) : undefined;
  const onOne = (act: (resource: ResourceName) => void): boolean => {
    if (named !== undefined) act(named);
    return named !== undefined;
  };
  switch (body.verb) {
    case "dropWatches":
    case "endWatches":
    case "stall":
    case "resume":
    case "garbageLine":
      faults[body.verb](named);
      return true;
    case "expireHistory":
      faults.expireHistory();
      return true;
    case "forbid":
      return onOne((resource) => faults.forbid(resource, verb));
    case "allow":
      return onOne((resource) => faults.allow(resource, verb));
    case "failNext": {
      const retryAfterSeconds = numberIn(body, "retryAfterSeconds");
      return onOne((resource) =>
        faults.failNext(resource, {
          status: numberIn(body, "status") ?? 503,
          count: numberIn(body, "count") ?? 1,
          ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
          ...(verb === undefined ? {} : { verb }),
        }),
      );
    }
    case "setDelay":
      faults.setDelay(numberIn(body, "ms") ?? 0);
      return true;
    case "withoutStreamingList":
      faults.withoutStreamingList(body.without !== false);
      return true;
    default:
      return false;
  }
}

/** Answers `POST /simulator/advance?ms=`, `POST /simulator/faults` with `{verb, resource?, of?, …}` (verbs: see Faults; `of` narrows to one API verb)
 *  and `GET /simulator/requests`; undefined for anything else. */
export async function answerControl({ method, path, query, body }: ControlRequest, at: Controlled): Promise<unknown> {
  switch (`${method} ${path}`) {
    case "POST /simulator/advance": {
      const ms = Number(query.get("ms"));
      if (!Number.isFinite(ms) || ms < 0) return undefined;
      await at.control.advance(ms);
      return { resourceVersion: String(at.store.resourceVersion) };
    }
    case "GET /simulator/requests":
      return Object.fromEntries(at.requests);
    case "POST /simulator/faults":
      return isJsonObject(body) && doFault(at.faults, body) ? { done: body.verb } : undefined;
    default:
      return undefined;
  }
}
