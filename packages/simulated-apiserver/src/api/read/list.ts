import type { StoredObject } from "../../objects/contract.ts";
import { badRequest, StoreError } from "../../objects/failures.ts";
import type { Resource } from "../../objects/resource.ts";
import type { SimulatorStore } from "../../store/store.ts";
import { type ContinuableFailure, expired, invalidOption } from "../answer/status-body.ts";
import { integerIn } from "../request/query-values.ts";
import { resourceVersionOf } from "../request/resource-version.ts";
import { selectorOf } from "../request/selectors.ts";
import { type ContinueToken, readContinueToken, writeContinueToken } from "./continue-token.ts";
import { indexAtOrAfter, keyAfter, objectsAt } from "./objects-at.ts";
import { waitForVersion } from "./wait-for-version.ts";

export interface ListResult {
  readonly objects: readonly StoredObject[];
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string; readonly remainingItemCount?: number };
}

export interface ListRequest {
  readonly store: SimulatorStore;
  readonly pages: PageCache;
  /** Timeout for a version that has not been reached, in real milliseconds. */
  readonly versionPatienceMs: number;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly query: URLSearchParams;
}

/**
 * Snapshots of lists that clients read page by page, so that a page does not rebuild the whole. Dropping one costs only
 * time.
 */
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

/**
 * Returns all objects in the requested scope at an exact version; undefined if history does not reach back that far.
 */
function snapshot(
  { store, pages, resource, namespace }: ListRequest,
  version: number,
  paged: boolean,
): readonly StoredObject[] | undefined {
  if (store.eventsSince(resource.name, version) === undefined) return undefined;
  if (!paged) return objectsAt(store, resource.name, namespace, version);
  const key = `${resource.name}@${version}/${namespace ?? ""}`;
  const found = pages.get(key) ?? objectsAt(store, resource.name, namespace, version);
  pages.delete(key);
  if (found !== undefined) pages.set(key, found);
  for (const old of pages.keys()) {
    if (pages.size <= PAGES_CACHED) break;
    pages.delete(old);
  }
  return found;
}

/** The position in a snapshot at which a request continues. */
interface Position {
  readonly all: readonly StoredObject[];
  readonly from: number;
  readonly version: number;
}

async function positionOfToken(request: ListRequest, { version, start }: ContinueToken): Promise<Position> {
  await waitForVersion(request.store, version, request.versionPatienceMs);
  const current = request.store.resourceVersion;
  const at = version < 0 ? current : version;
  const all = snapshot(request, at, true);
  if (all === undefined) throw new StoreError(expiredToken(start));
  return { all, from: indexAtOrAfter(all, start), version: at };
}

async function positionOfVersion(request: ListRequest, asked: string, match: string, limit: number): Promise<Position> {
  const { store } = request;
  const wanted = resourceVersionOf(asked);
  await waitForVersion(store, wanted, request.versionPatienceMs);
  const exact = match === "Exact" || (match === "" && limit > 0 && wanted > 0);
  const version = exact ? wanted : store.resourceVersion;
  const all = snapshot(request, version, limit > 0);
  if (all === undefined) throw new StoreError(expired(wanted, store.resourceVersion));
  return { all, from: 0, version };
}

/** Returns the next `limit` selected objects, and whether there are more. */
function takePage(
  { all, from }: Position,
  limit: number,
  selected: ((object: StoredObject) => boolean) | undefined,
): { readonly page: readonly StoredObject[]; readonly more: boolean } {
  if (limit === 0)
    return { page: selected === undefined ? (from === 0 ? all : all.slice(from)) : all.slice(from).filter(selected), more: false };
  const page: StoredObject[] = [];
  for (let at = from; at < all.length; at++) {
    const object = all[at];
    if (object === undefined || selected?.(object) === false) continue;
    if (page.length === limit) return { page, more: true };
    page.push(object);
  }
  return { page, more: false };
}

/**
 * Answers a LIST: most recent, any, not older than a version or exactly at it; whole or by pages of one version. Throws
 * the API's refusals.
 */
export async function list(request: ListRequest): Promise<ListResult> {
  const { resource, query } = request;
  integerIn(query, "timeoutSeconds");
  const token = query.get("continue") ?? "";
  const asked = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch") ?? "";
  checkOptions(query, asked, match, token !== "");
  const selected = selectorOf(resource.name, query);
  // Any cached state is served whole.
  const limit = asked === "0" && token === "" ? 0 : Math.max(0, integerIn(query, "limit") ?? 0);
  if (token !== "" && asked !== "" && asked !== "0") throw badRequest("specifying resource version is not allowed when using continue");
  const position =
    token === "" ? await positionOfVersion(request, asked, match, limit) : await positionOfToken(request, readContinueToken(token));
  const { page: objects, more } = takePage(position, limit, selected);
  const metadata = { resourceVersion: String(position.version) };
  const last = objects.at(-1);
  if (!more || last === undefined) return { objects, metadata };
  return {
    objects,
    metadata: {
      ...metadata,
      continue: writeContinueToken({ version: position.version, start: keyAfter(last) }),
      ...(selected === undefined ? { remainingItemCount: position.all.length - position.from - limit } : {}),
    },
  };
}
