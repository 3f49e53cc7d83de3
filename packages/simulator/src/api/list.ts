import type { StoredObject } from "../store/contract.ts";
import { badRequest, StoreError } from "../store/failures.ts";
import type { Resource } from "../store/resources.ts";
import type { SimulatorStore } from "../store/store.ts";
import { type ContinueToken, readContinueToken, writeContinueToken } from "./continue-token.ts";
import { indexAtOrAfter, keyAfter, objectsAt } from "./objects-at.ts";
import { resourceVersionOf } from "./resource-version.ts";
import { selectorOf } from "./selectors.ts";
import { type ContinuableFailure, expired, invalidOption } from "./status-body.ts";
import { untilVersion } from "./until-version.ts";

export interface ListResult {
  readonly objects: readonly StoredObject[];
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string; readonly remainingItemCount?: number };
}

export interface ListRequest {
  readonly store: SimulatorStore;
  readonly pages: PageCache;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly query: URLSearchParams;
}

/** Lists that clients are walking through, so that a page does not rebuild the whole; forgetting one costs time only. */
export type PageCache = Map<string, readonly StoredObject[]>;

const PAGES_CACHED = 8;

const expiredToken = (start: string): ContinuableFailure => ({
  code: 410,
  reason: "Expired",
  message:
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
  metadata: { continue: writeContinueToken({ version: -1, start }) },
});

function checkOptions(query: URLSearchParams, asked: string, match: string, continued: boolean): void {
  if (query.get("sendInitialEvents") !== null)
    throw invalidOption("sendInitialEvents", "Forbidden: sendInitialEvents is forbidden for list");
  if (match === "") return;
  if (continued) throw invalidOption("resourceVersionMatch", "Forbidden: resourceVersionMatch is forbidden when continue is provided");
  if (asked === "")
    throw invalidOption("resourceVersionMatch", "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided");
  if (match !== "Exact" && match !== "NotOlderThan")
    throw invalidOption(
      "resourceVersionMatch",
      `Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`,
    );
  if (match === "Exact" && asked === "0")
    throw invalidOption("resourceVersionMatch", 'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
}

/** Everything in the place asked for, as it stood at an exact version. */
function snapshot({ store, pages, resource, namespace }: ListRequest, version: number): readonly StoredObject[] | undefined {
  if (version === store.resourceVersion) return store.list(resource.name, namespace);
  const key = `${resource.name}@${version}/${namespace ?? ""}`;
  const reachable = store.eventsSince(resource.name, version) !== undefined;
  const found = reachable ? (pages.get(key) ?? objectsAt(store, resource.name, namespace, version)) : undefined;
  pages.delete(key);
  if (found !== undefined) pages.set(key, found);
  for (const old of pages.keys()) {
    if (pages.size <= PAGES_CACHED) break;
    pages.delete(old);
  }
  return found;
}

function continued(request: ListRequest, { version, start }: ContinueToken): { objects: readonly StoredObject[]; version: number } {
  const current = request.store.resourceVersion;
  if (version > current) throw badRequest("continue key is not valid: it is of a later version than the server's");
  const at = version < 0 ? current : version;
  const all = snapshot(request, at);
  if (all === undefined) throw new StoreError(expiredToken(start));
  return { objects: all.slice(indexAtOrAfter(all, start)), version: at };
}

/** Answers a LIST: most recent, any, not older than or exactly at a version; whole or by pages of one version; throws the API's refusals. */
export async function list(request: ListRequest): Promise<ListResult> {
  const { store, resource, query } = request;
  const token = query.get("continue") ?? "";
  const asked = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch") ?? "";
  checkOptions(query, asked, match, token !== "");
  const selected = selectorOf(resource.name, query);
  // Any cached state is served whole.
  const limit = asked === "0" && token === "" ? 0 : Math.max(0, Number(query.get("limit") ?? 0) || 0);
  let objects: readonly StoredObject[];
  let version: number;
  if (token !== "") {
    if (asked !== "" && asked !== "0") throw badRequest("specifying resource version is not allowed when using continue");
    ({ objects, version } = continued(request, readContinueToken(token)));
  } else {
    const wanted = resourceVersionOf(asked);
    await untilVersion(store, wanted);
    const exact = match === "Exact" || (match === "" && limit > 0 && wanted > 0);
    version = exact ? wanted : store.resourceVersion;
    const found = snapshot(request, version);
    if (found === undefined) throw new StoreError(expired(wanted, store.resourceVersion));
    objects = found;
  }
  if (selected !== undefined) objects = objects.filter(selected);
  const metadata = { resourceVersion: String(version) };
  if (limit === 0 || objects.length <= limit) return { objects, metadata };
  const page = objects.slice(0, limit);
  const last = page.at(-1);
  if (last === undefined) return { objects, metadata };
  return {
    objects: page,
    metadata: {
      ...metadata,
      continue: writeContinueToken({ version, start: keyAfter(last) }),
      ...(selected === undefined ? { remainingItemCount: objects.length - limit } : {}),
    },
  };
}
