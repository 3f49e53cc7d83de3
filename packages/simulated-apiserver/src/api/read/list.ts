import { Buffer } from "node:buffer";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { ResourceName, Store, StoredObject } from "../../objects/contract.ts";
import { badRequest, StoreError } from "../../objects/failures.ts";
import { isJsonObject } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import { storeKeyOf } from "../../store/object-table.ts";
import type { SimulatorStore } from "../../store/store.ts";
import { type ContinuableFailure, expired, invalidOption } from "../answer/status-body.ts";
import { integerIn } from "../request/query-values.ts";
import { resourceVersionOf } from "../request/resource-version.ts";
import { selectorOf } from "../request/selectors.ts";
import { waitForVersion } from "./wait-for-version.ts";

export interface ListResult {
  readonly objects: readonly StoredObject[];
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string; readonly remainingItemCount?: number };
}

interface ListRequest {
  readonly store: SimulatorStore;
  readonly pages: PageCache;
  /** Timeout for a version that has not been reached, in real milliseconds. */
  readonly versionPatienceMs: number;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly query: URLSearchParams;
}

/**
 * Snapshots of lists that clients read page by page, so that a page does not rebuild the whole list. Dropping a
 * snapshot costs only time.
 */
export type PageCache = Map<string, readonly StoredObject[]>;

const PAGES_CACHED = 8;

/** The start of a list's next page. */
interface ContinueToken {
  /** The version of the first page; -1 continues with the current objects. */
  readonly version: number;
  readonly start: string;
}

function writeContinueToken({ version, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: version, start })).toString("base64url");
}

function readContinueToken(text: string): ContinueToken {
  const refuse = (why: string) => badRequest(`invalid continue token: continue key is not valid: ${why}`);
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1)
    throw refuse(`illegal base64 data at input byte ${Math.max(0, /[^A-Za-z0-9_-]/.exec(text)?.index ?? text.length - 1)}`);
  const json = Buffer.from(text, "base64url").toString("utf8");
  let token: unknown;
  try {
    token = JSON.parse(json);
  } catch {
    throw refuse(`invalid character ${JSON.stringify(json[0] ?? "").replaceAll('"', "'")} looking for beginning of value`);
  }
  const version = isJsonObject(token) ? token.v : undefined;
  if (version !== "meta.k8s.io/v1")
    throw refuse(`server does not recognize this encoded version ${typeof version === "string" ? version : ""}`);
  if (!isJsonObject(token) || typeof token.start !== "string" || !Number.isInteger(token.rv))
    throw refuse("incorrect encoded start resourceVersion");
  return { version: Number(token.rv), start: token.start };
}

const expiredToken = (start: string): ContinuableFailure => ({
  code: 410,
  reason: "Expired",
  message:
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
  metadata: { continue: writeContinueToken({ version: -1, start }) },
});

function checkOptions(query: URLSearchParams, requestedVersion: string, match: string, continued: boolean): void {
  if (query.get("sendInitialEvents") !== null)
    throw invalidOption("sendInitialEvents", "Forbidden: sendInitialEvents is forbidden for list");
  if (match === "") return;
  if (continued) throw invalidOption("resourceVersionMatch", "Forbidden: resourceVersionMatch is forbidden when continue is provided");
  if (requestedVersion === "")
    throw invalidOption("resourceVersionMatch", "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided");
  if (match !== "Exact" && match !== "NotOlderThan")
    throw invalidOption(
      "resourceVersionMatch",
      `Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`,
    );
  if (match === "Exact" && requestedVersion === "0")
    throw invalidOption("resourceVersionMatch", 'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
}

const keyOfObject = ({ metadata }: StoredObject): string => storeKeyOf(metadata.namespace, metadata.name);

/**
 * Returns all objects at a version, in key order; undefined if history does not reach back that far. Costs O(objects +
 * events since), and a sort if an object changed since.
 */
function objectsAt(
  store: Store,
  resource: ResourceName,
  namespace: string | undefined,
  version: number,
): readonly StoredObject[] | undefined {
  const events = store.eventsSince(resource, version);
  if (events === undefined) return undefined;
  const currentObjects = store.list(resource, namespace);
  // The first event after the version holds the object's state at the version.
  const touched = new Map<string, StoredObject | undefined>();
  for (const { object, previous } of events) {
    if (namespace !== undefined && object.metadata.namespace !== namespace) continue;
    const key = keyOfObject(object);
    if (!touched.has(key)) touched.set(key, previous);
  }
  if (touched.size === 0) return currentObjects;
  const objectsThen = currentObjects.filter((object) => !touched.has(keyOfObject(object)));
  for (const object of touched.values()) if (object !== undefined) objectsThen.push(object);
  return sortByKey(objectsThen);
}

function sortByKey(objects: readonly StoredObject[]): readonly StoredObject[] {
  const keyed = objects.map((object) => ({ key: keyOfObject(object), object }));
  keyed.sort((a, b) => compareTexts(a.key, b.key));
  return keyed.map(({ object }) => object);
}

/** Returns the index of the first object, in key order, whose key is at or after `start`. */
function indexAtOrAfter(objects: readonly StoredObject[], start: string): number {
  let low = 0;
  let high = objects.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const object = objects[middle];
    if (object !== undefined && keyOfObject(object) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first key after an object's. */
function keyAfter(object: StoredObject): string {
  return `${keyOfObject(object)}\0`;
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

async function positionOfVersion(request: ListRequest, requestedVersion: string, match: string, limit: number): Promise<Position> {
  const { store } = request;
  const versionNumber = resourceVersionOf(requestedVersion);
  await waitForVersion(store, versionNumber, request.versionPatienceMs);
  const exact = match === "Exact" || (match === "" && limit > 0 && versionNumber > 0);
  const version = exact ? versionNumber : store.resourceVersion;
  const all = snapshot(request, version, limit > 0);
  if (all === undefined) throw new StoreError(expired(versionNumber, store.resourceVersion));
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
  const requestedVersion = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch") ?? "";
  checkOptions(query, requestedVersion, match, token !== "");
  const selected = selectorOf(resource.name, query);
  // Version 0 accepts any cached state, which the API server sends whole regardless of the limit.
  const limit = requestedVersion === "0" && token === "" ? 0 : Math.max(0, integerIn(query, "limit") ?? 0);
  if (token !== "" && requestedVersion !== "" && requestedVersion !== "0")
    throw badRequest("specifying resource version is not allowed when using continue");
  const position =
    token === ""
      ? await positionOfVersion(request, requestedVersion, match, limit)
      : await positionOfToken(request, readContinueToken(token));
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
