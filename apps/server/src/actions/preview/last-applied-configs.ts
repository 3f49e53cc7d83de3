import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isJson, type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { FIELD_MANAGER } from "../requests/planned-write.ts";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The last applied `spec` of each DaemonSet: empty if none was applied, absent if it cannot be read. Used for one
 *  question. */
export type LastAppliedConfigs = Pick<ReadonlyMap<DaemonSetKey, JsonObject>, "get">;

/** The tool that applies manifests. kubectl removes fields that it recorded on the object. The API server, for our
 *  field manager, removes applied fields that no other manager has. */
export type AppliedConfigSource = "kubectl" | "server";

function recordedSpec(object: Json): JsonObject {
  const text = textField(objectField(objectField(object, "metadata"), "annotations"), LAST_APPLIED);
  if (text === undefined) return {};
  try {
    const applied = JSON.parse(text) as JsonValue;
    return isJsonObject(applied) && isJsonObject(applied.spec) ? applied.spec : {};
  } catch {
    // Another tool wrote the annotation: kubectl would refuse to apply.
    return {};
  }
}

const specIn = ({ spec }: Manifest): JsonObject => (isJsonObject(spec as JsonValue) ? (spec as JsonObject) : {});

const NOTHING: Json = {};

const membersOf = (owned: Json): readonly string[] => Object.keys(owned).filter((key) => key !== ".");
const membersNamed = (all: readonly Json[], key: string): readonly Json[] => all.flatMap((each) => (isJson(each[key]) ? [each[key]] : []));

/** Returns the element of a list that a key of managed fields names: `k:{"name":"agent"}`. */
function elementOf(list: readonly JsonValue[], key: string): JsonObject | undefined {
  if (!key.startsWith("k:")) return undefined;
  const keyValues = Object.entries(JSON.parse(key.slice(2)) as JsonObject);
  return list.find((each): each is JsonObject => isJsonObject(each) && keyValues.every(([name, value]) => each[name] === value));
}

function ownedElements(
  ourFields: Json,
  others: readonly Json[],
  list: readonly JsonValue[],
  desired: readonly JsonValue[],
): readonly JsonValue[] {
  return membersOf(ourFields).flatMap((key) => {
    const element = elementOf(list, key);
    if (element === undefined) return [];
    const desiredElement = elementOf(desired, key);
    const theirs = membersNamed(others, key);
    if (desiredElement === undefined && theirs.length > 0) return [];
    const keyFields = JSON.parse(key.slice(2)) as JsonObject;
    return [{ ...ownedFields(objectField(ourFields, key), theirs, element, desiredElement ?? {}), ...keyFields }];
  });
}

/** Returns the stored fields that only this manager has, and that an apply without them removes. Fields of other
 *  managers stay, also within a part that `desired` omits completely. */
function ownedFields(ourFields: Json, others: readonly Json[], stored: JsonObject, desired: JsonObject): JsonObject {
  const owned: Record<string, JsonValue> = {};
  for (const key of membersOf(ourFields)) {
    const field = key.slice(2);
    const value = stored[field];
    if (!key.startsWith("f:") || value === undefined) continue;
    const theirs = membersNamed(others, key);
    const desiredValue = desired[field];
    if (theirs.length > 0 && (desiredValue === undefined || desiredValue === null)) continue;
    const child = objectField(ourFields, key);
    if (membersOf(child).length === 0) {
      if (theirs.length === 0) owned[field] = value;
    } else if (isJsonList(value)) owned[field] = ownedElements(child, theirs, value, isJsonList(desiredValue) ? desiredValue : []);
    else if (isJsonObject(value)) owned[field] = ownedFields(child, theirs, value, isJsonObject(desiredValue) ? desiredValue : {});
  }
  return owned;
}

/** Returns the part of an object's `spec` that this manager removes if a manifest omits it: fields that it applied
 *  before and that no other manager has. Source: structured-merge-diff, merge.Updater.Apply, prune;
 *  k8s.io/apimachinery/pkg/apis/meta/v1/types.go, ManagedFieldsEntry. */
export function appliedSpecOf(object: Json, manager: string, desired: JsonObject): JsonObject {
  const entries = objectsField(objectField(object, "metadata"), "managedFields").filter(
    (entry) => (textField(entry, "subresource") ?? "") === "",
  );
  const isOurs = (entry: Json) => textField(entry, "manager") === manager && textField(entry, "operation") === "Apply";
  const specOf = (entry: Json) => objectField(objectField(entry, "fieldsV1"), "f:spec");
  const ourFields = entries.filter(isOurs).map(specOf)[0] ?? NOTHING;
  const others = entries.filter((entry) => !isOurs(entry)).map(specOf);
  return ownedFields(ourFields, others, objectField(object, "spec") as JsonObject, desired);
}

/** Reads the last applied `spec` of the DaemonSets that manifests would change. A tool removes fields that it
 *  applied before and that the manifest no longer has. */
export async function readLastAppliedConfigs(
  reads: OnDemandReads,
  reading: ClusterReading,
  steps: readonly Step[],
  source: AppliedConfigSource = "kubectl",
): Promise<ReadonlyMap<DaemonSetKey, JsonObject>> {
  const manifests = new Map<DaemonSetKey, Manifest>();
  for (const step of steps) {
    if (step.kind !== "apply" || step.manifest.kind !== "DaemonSet") continue;
    const { namespace = "default", name } = step.manifest.metadata;
    const key = `${namespace}/${name}`;
    if (reading.daemonSet(key) !== undefined && !manifests.has(key)) manifests.set(key, step.manifest);
  }
  const found = await Promise.all(
    [...manifests].map(async ([key, manifest]) => {
      const [namespace, name] = splitKey(key);
      // The version is part of the name: a read from before an apply must not answer a question after it.
      const version = reading.daemonSet(key)?.metadata.resourceVersion;
      try {
        const listQuery = {
          path: inNamespace(WATCHED.daemonsets, namespace).path,
          query: { fieldSelector: `metadata.name=${name}` },
          limit: 1,
        };
        const { objects } = await reads.list(`what-if-applied to ${version}`, listQuery, (object) => object);
        const [object] = objects;
        if (object === undefined) return undefined;
        return [key, source === "kubectl" ? recordedSpec(object) : appliedSpecOf(object, FIELD_MANAGER, specIn(manifest))] as const;
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        return undefined;
      }
    }),
  );
  return new Map(found.filter((each) => each !== undefined));
}
