import { isJsonObject } from "../store/json.ts";
import type { SimulatorStore } from "../store/store.ts";
import { doFault } from "./do-fault.ts";
import type { Faults } from "./faults.ts";

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
