import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { isJsonObject, type JsonObject } from "../objects/json.ts";
import { type FieldSet, isEmptySet, readFields, writeFields } from "./field-set.ts";

/** An owner of fields: an entry of metadata.managedFields. */
export interface Manager {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fields: FieldSet;
}

/** Owners by identity. */
export type Managed = ReadonlyMap<string, Manager>;

export const NO_MANAGERS: Managed = new Map();

/** The identity of an entry. An applier keeps its entry when it uses another version. */
export const identityOf = ({ manager, operation, apiVersion, subresource }: Omit<Manager, "fields" | "time">): string =>
  JSON.stringify([manager, operation, operation === "Apply" ? "" : apiVersion, subresource ?? ""]);

function readEntry(entry: unknown): Manager | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { manager = "", operation, apiVersion, subresource, time, fieldsType, fieldsV1 = {} } = entry;
  if ((operation !== "Apply" && operation !== "Update") || typeof apiVersion !== "string" || apiVersion === "") return undefined;
  const fields = readFields(fieldsV1);
  if (fieldsType !== "FieldsV1" || fields === undefined || typeof manager !== "string") return undefined;
  return {
    manager,
    operation,
    apiVersion,
    ...(typeof subresource === "string" && subresource !== "" ? { subresource } : {}),
    ...(typeof time === "string" ? { time } : {}),
    fields,
  };
}

/** Reads metadata.managedFields; undefined when an entry cannot be read. */
export function readManaged(entries: unknown): Managed | undefined {
  const managed = new Map<string, Manager>();
  for (const entry of Array.isArray(entries) ? entries : []) {
    const read = readEntry(entry);
    if (read === undefined) return undefined;
    managed.set(identityOf(read), read);
  }
  return managed;
}

const seconds = ({ time }: Manager): number => (time === undefined ? 0 : Math.floor(Date.parse(time) / 1000));

function compareManagers(a: Manager, b: Manager): number {
  return (
    compareTexts(a.operation, b.operation) ||
    seconds(a) - seconds(b) ||
    compareTexts(a.manager ?? "", b.manager ?? "") ||
    compareTexts(a.apiVersion ?? "", b.apiVersion ?? "") ||
    compareTexts(a.subresource ?? "", b.subresource ?? "")
  );
}

/** Returns the entries as the API serves them, in its order; undefined if nothing has an owner. */
export function writeManaged(managed: Managed): readonly JsonObject[] | undefined {
  const owners = [...managed.values()].filter(({ fields }) => !isEmptySet(fields));
  if (owners.length === 0) return undefined;
  return owners.sort(compareManagers).map(({ manager, operation, apiVersion, subresource, time, fields }) => ({
    manager,
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: "FieldsV1",
    fieldsV1: writeFields(fields),
    ...(subresource === undefined ? {} : { subresource }),
  }));
}
