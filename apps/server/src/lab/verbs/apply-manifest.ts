import type { ManifestDocument } from "@daemonscope/kube/yaml/manifest-text";
import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import { part } from "../../actions/requests/api-path.ts";
import { toManifest } from "../../actions/requests/to-manifest.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { readDocuments } from "../../watch/manifests/read-documents.ts";
import type { KubeClient } from "../kube-client.ts";
import { labError } from "../lab-error.ts";
import type { LabCommandResult } from "../lab-result.ts";
import { MANIFEST_LIMIT_BYTES, megabytes } from "../manifest-limit.ts";

const FILE = "manifest.yaml";
/** The file of the previous objects. */
const FILE_BEFORE = "manifest-before.yaml";
const KUBECTL_LINE = `kubectl apply -f ${FILE}`;
/** As kubectl does: an unknown field is an error instead of being dropped. */
const STRICT = "?fieldValidation=Strict";

function documentsIn(text: string): readonly ManifestDocument[] {
  const bytes = Buffer.byteLength(text);
  if (bytes > MANIFEST_LIMIT_BYTES) {
    const params = { size: megabytes(bytes), limit: megabytes(MANIFEST_LIMIT_BYTES) };
    throw labError(413, "ManifestTooLarge", params, `The manifest has ${params.size} MB; the limit is ${params.limit} MB.`);
  }
  try {
    const found = readDocuments(text, FILE);
    if (found.length > 0) return found;
  } catch (cause) {
    if (cause instanceof UsageError) throw labError(400, "UnreadableManifest", { detail: cause.message }, cause.message);
    throw cause;
  }
  throw labError(400, "EmptyManifest", {}, `${FILE} is empty: paste a manifest first.`);
}

interface ObjectPath {
  /** The path of the list that has the object. */
  readonly path: string;
  readonly name: string;
  readonly words: string;
}

/** Returns the API path of an object, according to discovery. */
async function resolvePath(kube: KubeClient, { object, where }: ManifestDocument): Promise<ObjectPath> {
  const kind = textField(object, "kind") ?? "";
  const version = textField(object, "apiVersion") ?? "";
  const metadata = objectField(object, "metadata");
  const name = textField(metadata, "name") ?? "";
  const field = kind === "" ? "kind" : version === "" ? "apiVersion" : undefined;
  if (field !== undefined)
    throw labError(
      400,
      "ManifestWithoutField",
      { where, field },
      `${where} has no ${field}: every manifest names its kind and apiVersion.`,
    );
  if (name === "") throw labError(400, "ManifestWithoutName", { where, kind }, `${where} is a ${kind} without metadata.name: give it one.`);
  const root = `/${version.includes("/") ? "apis" : "api"}/${version.split("/").map(part).join("/")}`;
  const served = objectsField((await kube.find(root)) ?? {}, "resources");
  const resource = served.find((each) => each.kind === kind && !String(each.name).includes("/"));
  if (resource === undefined)
    throw labError(
      404,
      "NoMatch",
      { kind, version },
      `no matches for kind "${kind}" in version "${version}": this simulated cluster does not serve it.`,
    );
  const namespace = resource.namespaced === true ? (textField(metadata, "namespace") ?? "default") : undefined;
  const path = `${root}/${namespace === undefined ? "" : `namespaces/${part(namespace)}/`}${String(resource.name)}`;
  return { path, name, words: `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}` };
}

/** Creates or replaces one object. Returns its undo, which resolves to a command. */
async function applyOne(kube: KubeClient, found: ManifestDocument): Promise<() => Promise<string>> {
  const { path, name } = await resolvePath(kube, found);
  const objectPath = `${path}/${part(name)}`;
  const before = await kube.find(objectPath);
  if (before === undefined) {
    await kube.send("POST", `${path}${STRICT}`, found.object);
    return async () => {
      await kube.send("DELETE", objectPath);
      return `kubectl delete -f ${FILE}`;
    };
  }
  const { resourceVersion, uid, creationTimestamp } = objectField(before, "metadata");
  const replace = (object: Json, metadata: Json) => kube.send("PUT", `${objectPath}${STRICT}`, { ...object, metadata });
  await replace(found.object, { ...objectField(found.object, "metadata"), resourceVersion, uid, creationTimestamp });
  const old = toManifest(before);
  return async () => {
    await replace(old, objectField(old, "metadata"));
    return `kubectl apply -f ${FILE_BEFORE}`;
  };
}

/**
 * Applies the documents of a manifest in order. If one is refused, undoes the earlier ones and throws the API server's
 * message.
 */
export async function applyManifest(kube: KubeClient, manifest: string): Promise<LabCommandResult> {
  const undos: (() => Promise<string>)[] = [];
  const undo = async () => {
    const lines = new Set<string>();
    for (const undoOne of undos.splice(0).reverse()) lines.add(await undoOne());
    return [...lines].join("\n");
  };
  try {
    for (const found of documentsIn(manifest)) undos.push(await applyOne(kube, found));
  } catch (error) {
    await undo();
    throw error;
  }
  return { kind: "kubectl", line: KUBECTL_LINE, undo };
}
