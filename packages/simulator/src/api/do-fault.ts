import type { ResourceName } from "../store/contract.ts";
import type { JsonObject } from "../store/json.ts";
import { resourceNamed } from "../store/resources.ts";
import type { Faults, Verb } from "./faults.ts";

const numberIn = (body: JsonObject, field: string): number | undefined => {
  const value = body[field];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};

/** Carries out `{verb, resource?, …}`; false when it is no fault, or needs a resource and names none. */
export function doFault(faults: Faults, body: JsonObject): boolean {
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
    case "restoreOlderState": {
      const secondsAgo = numberIn(body, "secondsAgo");
      return secondsAgo !== undefined && secondsAgo >= 0 && faults.restoreOlderState(secondsAgo);
    }
    case "skewClock": {
      const seconds = numberIn(body, "seconds");
      if (body.node !== undefined && typeof body.node !== "string") return false;
      return seconds !== undefined && faults.skewClock(seconds, body.node);
    }
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
