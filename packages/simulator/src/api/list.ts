import { Buffer } from "node:buffer";
import type { StoredObject } from "../store/contract.ts";
import { badRequest, StoreError } from "../store/failures.ts";
import { isJsonObject } from "../store/json.ts";
import type { Resource } from "../store/resources.ts";
import type { SimulatorStore } from "../store/store.ts";
import { selectorOf } from "./selectors.ts";
import { expired, tooLarge } from "./status-body.ts";

/** Pages that were begun: what a continue token points into. The oldest go when there are too many, and their tokens get 410. */
export interface Snapshots {
  readonly byId: Map<string, { readonly objects: readonly StoredObject[]; readonly version: number }>;
}

export interface ListResult {
  readonly objects: readonly StoredObject[];
  readonly metadata: Record<string, unknown>;
}

const SNAPSHOTS_KEPT = 32;

function versionOf(text: string): number {
  if (!/^\d{1,18}$/.test(text)) throw badRequest(`Invalid value: "${text}": invalid resource version`);
  return Number(text);
}

function readToken(text: string): { readonly id: string; readonly at: number } {
  try {
    const token: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (isJsonObject(token) && typeof token.start === "string" && typeof token.at === "number") return { id: token.start, at: token.at };
  } catch {
    // said below
  }
  throw badRequest("continue key is not valid");
}

/** Answers a LIST as kubernetes.md's table of versions, matches and limits says: consistent pages, exact and not-older-than versions. */
export function list(
  store: SimulatorStore,
  snapshots: Snapshots,
  resource: Resource,
  namespace: string | undefined,
  query: URLSearchParams,
): ListResult {
  const limit = Number(query.get("limit") ?? 0) || 0;
  const token = query.get("continue") ?? "";
  const asked = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch") ?? "";
  if (query.get("sendInitialEvents") !== null)
    throw new StoreError({
      code: 422,
      reason: "Invalid",
      message: "ListOptions.meta.k8s.io is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list",
    });
  let version = store.resourceVersion;
  let all: readonly StoredObject[];
  let from = 0;
  let id: string | undefined;
  if (token !== "") {
    if (asked !== "") throw badRequest("specifying resource version is not allowed when using continue");
    const { id: begun, at } = readToken(token);
    const snapshot = snapshots.byId.get(begun);
    if (snapshot === undefined)
      throw new StoreError({
        ...expired(0, version),
        message:
          "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.",
      });
    ({ objects: all, version } = snapshot);
    from = at;
    id = begun;
  } else {
    if (asked !== "") {
      const wanted = versionOf(asked);
      if (wanted > version) throw new StoreError(tooLarge(wanted, version));
      const exact = match === "Exact" || (match === "" && limit > 0 && wanted > 0);
      if (exact && wanted !== version) throw new StoreError(expired(wanted, version));
    } else if (match !== "") throw badRequest("resourceVersionMatch is forbidden unless resourceVersion is provided");
    const selected = selectorOf(resource.name, query);
    all = store.list(resource.name, namespace);
    if (selected !== undefined) all = all.filter(selected);
  }
  if (limit <= 0 || all.length - from <= limit)
    return { objects: from === 0 ? all : all.slice(from), metadata: { resourceVersion: String(version) } };
  if (id === undefined) {
    id = `${version}-${snapshots.byId.size}-${resource.name}-${namespace ?? ""}-${query.toString().length}`;
    snapshots.byId.set(id, { objects: all, version });
    for (const old of snapshots.byId.keys()) {
      if (snapshots.byId.size <= SNAPSHOTS_KEPT) break;
      snapshots.byId.delete(old);
    }
  }
  const next = Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: version, start: id, at: from + limit })).toString("base64url");
  const counted = query.get("labelSelector") || query.get("fieldSelector") ? {} : { remainingItemCount: all.length - from - limit };
  return { objects: all.slice(from, from + limit), metadata: { resourceVersion: String(version), continue: next, ...counted } };
}
