import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import { isJsonObject, type JsonObject, objectIn } from "../objects/json.ts";
import type { ApiType } from "../schema/api-types.ts";
import { completeObject } from "../schema/complete-object.ts";
import { difference, differenceBelow, EMPTY, type FieldSet, fieldPaths, intersection, isEmptySet, setOfPaths, union } from "./field-set.ts";
import { identityOf, type Managed, type Manager, NO_MANAGERS, readManaged, writeManaged } from "./managed.ts";
import { compare, fieldSetOf, keepFields, merge, shapeOfType, withoutFields } from "./typed-value.ts";

/** The writer, the time and the target of a write. */
export interface Writing {
  readonly type: ApiType;
  readonly apiVersion: string;
  readonly manager: string;
  readonly subresource?: string;
  /** In timestamp format. */
  readonly now: string;
  /** Fields that this endpoint never writes. A client that sends them does not become their owner. */
  readonly reset: FieldSet;
}

/** A field with another owner, as a refused apply names it. */
export interface Conflict {
  readonly owner: Manager;
  readonly field: string;
}

type Applied = { readonly object: JsonObject } | { readonly conflicts: readonly Conflict[] };

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const BEFORE_FIRST_APPLY = "before-first-apply";
const OLD_UPDATES = "ancient-changes";
const MAX_UPDATERS = 10;

/** Fields without owners. */
const UNOWNED = setOfPaths(
  ["apiVersion"],
  ["kind"],
  ["metadata"],
  ...["name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName", "generation", "managedFields", "resourceVersion"].map(
    (field) => ["metadata", field],
  ),
);

function withoutManaged(object: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = objectIn(object, "metadata");
  return { ...object, metadata };
}

function withManaged(object: JsonObject, managed: Managed): JsonObject {
  const managedFields = writeManaged(managed);
  const bare = withoutManaged(object);
  return managedFields === undefined ? bare : { ...bare, metadata: { ...objectIn(bare, "metadata"), managedFields } };
}

/** Removes changed and removed fields from all owners except the writer. */
function removeOwnership(managed: Managed, writer: string | undefined, lost: FieldSet): Managed {
  const left = new Map<string, Manager>();
  for (const [identity, owner] of managed) {
    const fields = identity === writer ? owner.fields : difference(owner.fields, lost);
    if (!isEmptySet(fields)) left.set(identity, { ...owner, fields });
  }
  return left;
}

/** Merges old updaters if there are more than ten. */
function capUpdaters(managed: Managed): Managed {
  const updaters = [...managed].filter(([, { operation }]) => operation === "Update");
  let excess = updaters.length - MAX_UPDATERS;
  if (excess <= 0) return managed;
  const left = new Map(managed);
  updaters.sort(([a, { time: timeA = "" }], [b, { time: timeB = "" }]) => compareTexts(timeA, timeB) || compareTexts(a, b));
  let first: string | undefined;
  for (const [identity, owner] of updaters) {
    if (excess <= 0) break;
    if (first === undefined) {
      first = identity;
      continue;
    }
    const { subresource: _, ...plain } = owner;
    const bucket = identityOf({ ...plain, manager: OLD_UPDATES });
    const into = left.get(bucket) ?? left.get(first);
    left.delete(first);
    left.delete(identity);
    left.set(bucket, { ...plain, manager: OLD_UPDATES, fields: union(owner.fields, into?.fields ?? EMPTY) });
    excess--;
  }
  return left;
}

/** Returns the owners in the sent metadata, if a client resets or sets them by hand; otherwise the object's owners. */
function ownersIn(before: JsonObject | undefined, after: JsonObject, subresource: string | undefined): Managed {
  const stored = readManaged(objectIn(before, "metadata").managedFields) ?? NO_MANAGERS;
  if (subresource !== undefined) return stored;
  const { managedFields } = objectIn(after, "metadata");
  if (Array.isArray(managedFields)) {
    const [only] = managedFields;
    if (managedFields.length === 0 || (managedFields.length === 1 && isJsonObject(only) && Object.keys(only).length === 0))
      return NO_MANAGERS;
    const sent = readManaged(managedFields);
    if (sent !== undefined) return sent;
  }
  return stored;
}

function assignUpdate(managed: Managed, before: JsonObject | undefined, after: JsonObject, writing: Writing): Managed {
  const { type, apiVersion, manager, subresource, now, reset } = writing;
  const complete = (object: JsonObject) => completeObject(withoutManaged(object), type);
  const changes = compare(shapeOfType(type), complete(before ?? {}), complete(after));
  const removed = differenceBelow(changes.removed, reset);
  const taken = differenceBelow(union(changes.added, changes.modified), reset);
  const left = new Map(removeOwnership(managed, undefined, union(taken, removed)));
  const ownedFields = difference(taken, UNOWNED);
  if (isEmptySet(ownedFields)) return left;
  const entry = {
    manager: manager === "" ? "unknown" : manager,
    operation: "Update" as const,
    apiVersion,
    ...(subresource === undefined ? {} : { subresource }),
  };
  const identity = identityOf(entry);
  left.set(identity, { ...entry, time: now, fields: union(left.get(identity)?.fields ?? EMPTY, ownedFields) });
  return left;
}

/**
 * Returns the object with its owners after a create (no `before`), update or patch. An object without owners stays so
 * until it is first applied. Source of this file: apimachinery util/managedfields/internal, structured-merge-diff
 * merge/update.go.
 */
export function trackUpdate(before: JsonObject | undefined, after: JsonObject, writing: Writing): JsonObject {
  const managed = ownersIn(before, after, writing.subresource);
  if (before !== undefined && managed.size === 0) return withManaged(after, managed);
  return withManaged(after, capUpdaters(assignUpdate(managed, before, after, writing)));
}

/** Removes the fields that the applier set last time and does not name now, unless they have another owner. */
function prune(type: ApiType, merged: JsonObject, managed: Managed, lastSet: FieldSet | undefined): JsonObject {
  if (lastSet === undefined || isEmptySet(lastSet)) return merged;
  const shape = shapeOfType(type);
  const named = (set: FieldSet) => keepFields(shape, set);
  const all = named(fieldSetOf(shape, merged));
  const last = named(lastSet);
  const owned = named([...managed.values()].reduce((set, { fields }) => union(set, fields), EMPTY));
  const kept = named(fieldSetOf(shape, withoutFields(shape, merged, last)));
  const withOwned = withoutFields(shape, merged, difference(all, union(kept, owned)));
  const removable = intersection(difference(all, named(fieldSetOf(shape, withOwned))), last);
  return withoutFields(shape, merged, removable) as JsonObject;
}

interface Attempt {
  readonly object: JsonObject;
  readonly managed: Managed;
  readonly conflicts: readonly { readonly owner: Manager; readonly fields: FieldSet }[];
}

function attempt(live: JsonObject, config: JsonObject, managed: Managed, writing: Writing): Attempt {
  const { type, apiVersion, manager, subresource, now, reset } = writing;
  const shape = shapeOfType(type);
  const before = withoutManaged(live);
  const entry = { manager, operation: "Apply" as const, apiVersion, ...(subresource === undefined ? {} : { subresource }) };
  const identity = identityOf(entry);
  const last = managed.get(identity);
  const fields = differenceBelow(fieldSetOf(shape, config), reset);
  const withApplier = new Map(managed).set(identity, { ...entry, ...(last?.time === undefined ? {} : { time: last.time }), fields });
  const object = prune(type, merge(shape, before, config) as JsonObject, withApplier, last?.fields);
  const changes = compare(shape, before, object);
  const changed = differenceBelow(union(changes.added, changes.modified), reset);
  const conflicts = [...withApplier].flatMap(([other, owner]) => {
    const shared = other === identity ? EMPTY : intersection(owner.fields, changed);
    return isEmptySet(shared) ? [] : [{ owner, fields: shared }];
  });
  const left = new Map(removeOwnership(withApplier, identity, union(changed, differenceBelow(changes.removed, reset))));
  const isChanged = [changes.added, changes.modified, changes.removed].some((set) => !isEmptySet(set));
  const managerEntry = left.get(identity);
  if (managerEntry !== undefined)
    left.set(identity, { ...managerEntry, ...(isChanged ? { time: now } : {}), fields: difference(managerEntry.fields, UNOWNED) });
  return { object, managed: left, conflicts };
}

/**
 * Returns the fields that a client-side apply set and that are unchanged since. kubectl may take them over without a
 * conflict.
 */
function lastAppliedFields(live: JsonObject, { type, apiVersion }: Writing): FieldSet {
  const text = objectIn(objectIn(live, "metadata"), "annotations")[LAST_APPLIED];
  if (typeof text !== "string" || text === "") return EMPTY;
  let applied: unknown;
  try {
    applied = JSON.parse(text);
  } catch {
    return EMPTY;
  }
  if (!isJsonObject(applied) || applied.apiVersion !== apiVersion) return EMPTY;
  const shape = shapeOfType(type);
  const { added, modified, removed } = compare(shape, applied, live);
  return difference(fieldSetOf(shape, applied), union(union(added, modified), removed));
}

function withLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  const metadata = objectIn(object, "metadata");
  const annotations = objectIn(metadata, "annotations");
  if (typeof annotations[LAST_APPLIED] !== "string" || annotations[LAST_APPLIED] === "") return object;
  const configMeta = objectIn(config, "metadata");
  const { [LAST_APPLIED]: _, ...others } = objectIn(configMeta, "annotations");
  const bare = { ...config, metadata: { ...configMeta, ...(configMeta.annotations === undefined ? {} : { annotations: others }) } };
  return { ...object, metadata: { ...metadata, annotations: { ...annotations, [LAST_APPLIED]: `${stableJson(bare)}\n` } } };
}

/**
 * Server-side apply: merges the configuration into the object and returns it with its owners, or returns the owners of
 * fields that would change.
 */
export function applyConfiguration(live: JsonObject | undefined, config: JsonObject, writing: Writing, force: boolean): Applied {
  let managed = readManaged(objectIn(live, "metadata").managedFields) ?? NO_MANAGERS;
  if (live !== undefined && managed.size === 0)
    managed = assignUpdate(NO_MANAGERS, undefined, live, { ...writing, manager: BEFORE_FIRST_APPLY });
  const { object, managed: owners, conflicts } = attempt(live ?? {}, config, managed, writing);
  const asKubectl = writing.manager === "kubectl";
  const allowed = asKubectl && live !== undefined && conflicts.length > 0 ? lastAppliedFields(live, writing) : EMPTY;
  const refused = conflicts.flatMap(({ owner, fields }) => fieldPaths(difference(fields, allowed)).map((field) => ({ owner, field })));
  if (!force && refused.length > 0) return { conflicts: refused };
  return { object: withManaged(asKubectl ? withLastApplied(object, config) : object, owners) };
}
