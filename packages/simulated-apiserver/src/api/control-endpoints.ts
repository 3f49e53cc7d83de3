import { badRequest, StoreError } from "../objects/failures.ts";
import type { SimulatorStore } from "../store/store.ts";
import { doFault } from "./faults/do-fault.ts";
import type { Faults } from "./faults/faults.ts";
import type { RequestBody } from "./request/request-body.ts";

/** Actions of a test on the simulated cluster, outside its API. */
export interface ControlVerbs {
  /** Advances cluster time, in milliseconds. */
  advance(ms: number): void | Promise<void>;
}

interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: RequestBody;
}

interface Controlled {
  readonly control: ControlVerbs;
  readonly faults: Faults;
  readonly store: SimulatorStore;
  readonly requests: ReadonlyMap<string, number>;
}

/**
 * The most time that one request may advance. Its cost grows with the time, and no other request is answered meanwhile.
 */
const MAX_ADVANCE_MS = 7 * 24 * 3600 * 1000;

function msIn(query: URLSearchParams): number {
  const text = query.get("ms") ?? "";
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (ms <= MAX_ADVANCE_MS) return ms;
  throw badRequest(`ms is a number from 0 to ${MAX_ADVANCE_MS}: ${JSON.stringify(text)} is not.`);
}

function inject(faults: Faults, { value, problem }: RequestBody): unknown {
  if (problem !== undefined) throw badRequest(`the fault cannot be read: ${problem}.`);
  const refusal = doFault(faults, value);
  if (refusal?.kind === "malformed") throw badRequest(refusal.problem);
  if (refusal !== undefined) throw new StoreError({ code: 409, reason: "Conflict", message: refusal.problem });
  return { done: (value as { readonly verb: string }).verb };
}

/**
 * Answers `POST /simulator/advance?ms=`, `POST /simulator/faults` with `{verb, resource?, of?, …}` (verbs: see Faults;
 * `of` narrows to one API verb) and `GET /simulator/requests`. Returns undefined for anything else. If a request cannot
 * be carried out, throws StoreError with one sentence that names the field.
 */
export async function answerControl({ method, path, query, body }: ControlRequest, cluster: Controlled): Promise<unknown> {
  switch (`${method} ${path}`) {
    case "POST /simulator/advance":
      await cluster.control.advance(msIn(query));
      return { resourceVersion: String(cluster.store.resourceVersion) };
    case "GET /simulator/requests":
      return Object.fromEntries(cluster.requests);
    case "POST /simulator/faults":
      return inject(cluster.faults, body);
    default:
      return undefined;
  }
}
