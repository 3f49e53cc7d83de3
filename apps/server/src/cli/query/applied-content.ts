import { withoutRemovedFields } from "@daemonscope/daemonset/preview/apply/applied-manifest";
import { mergedTemplate } from "@daemonscope/daemonset/preview/apply/merge-template";
import { normalizedTemplate } from "@daemonscope/daemonset/preview/apply/normalized-template";
import { isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isJson, type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** Returns the fields that apply compares, in the spelling of the API server. */
function appliedFields(manifest: Json): JsonObject {
  const { labels, annotations } = objectField(manifest, "metadata");
  const { template, ...spec } = objectField(manifest, "spec") as JsonObject;
  return {
    metadata: { ...(isJson(labels) ? { labels } : {}), ...(isJson(annotations) ? { annotations } : {}) } as JsonObject,
    spec: { ...spec, ...(isJsonObject(template) ? { template: normalizedTemplate(template) } : {}) },
  };
}

/** Returns the manifest of the last `kubectl apply`; undefined if the object has none. */
function lastApplied(stored: Json): JsonObject | undefined {
  const text = textField(objectField(objectField(stored, "metadata"), "annotations"), LAST_APPLIED);
  if (text === undefined) return undefined;
  try {
    const last: unknown = JSON.parse(text);
    return isJson(last) ? appliedFields(last) : undefined;
  } catch {
    return undefined;
  }
}

const withoutNulls = (value: JsonValue): JsonValue =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([field, each]) => (each === null ? [] : [[field, withoutNulls(each)]])))
    : value;

/**
 * Returns a DaemonSet after `kubectl apply` of a manifest. Fields that the manifest omits stay, unless the last apply
 * set them. For a new DaemonSet it is the manifest, without the defaults of the API server.
 */
export function appliedContent(stored: Json | undefined, manifest: Json): Json {
  const written = appliedFields(manifest);
  if (stored === undefined) return withoutNulls(written) as Json;
  const { metadata, spec } = stored as JsonObject;
  const base: JsonObject = { metadata: metadata ?? {}, spec: spec ?? {} };
  const last = lastApplied(stored);
  return mergedTemplate(last === undefined ? base : withoutRemovedFields(base, last, written), written);
}
