import { type Json, objectField, objectsField, textField } from "../cluster/decode/fields.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { type FoundObject, readDocuments } from "../manifests/read-documents.ts";
import { ApiFailure } from "../routes/api-failure.ts";
import { type Deed, part } from "./deed.ts";
import type { KubeClient } from "./kube-client.ts";
import { asManifest } from "./stored-object.ts";

const FILE = "manifest.yaml";
const LINE = `kubectl apply -f ${FILE}`;
/** As kubectl asks: a field that does not exist is an error and not left out. */
const STRICT = "?fieldValidation=Strict";

function documentsIn(text: string): readonly FoundObject[] {
  try {
    const found = readDocuments(text, FILE);
    if (found.length > 0) return found;
  } catch (cause) {
    if (cause instanceof UsageError) throw new ApiFailure(400, "BadManifest", cause.message);
    throw cause;
  }
  throw new ApiFailure(400, "BadManifest", `${FILE} is empty: paste a manifest first.`);
}

interface Place {
  /** Of the list. */
  readonly path: string;
  readonly name: string;
  readonly words: string;
}

/** Where the API keeps an object, as its discovery says. */
async function placeOf(kube: KubeClient, { object, where }: FoundObject): Promise<Place> {
  const kind = textField(object, "kind") ?? "";
  const version = textField(object, "apiVersion") ?? "";
  const metadata = objectField(object, "metadata");
  const name = textField(metadata, "name") ?? "";
  if (kind === "" || version === "")
    throw new ApiFailure(400, "BadManifest", `${where} has no ${kind === "" ? "kind" : "apiVersion"}: every manifest names both.`);
  if (name === "") throw new ApiFailure(400, "BadManifest", `${where} is a ${kind} without metadata.name: give it one.`);
  const root = `/${version.includes("/") ? "apis" : "api"}/${version.split("/").map(part).join("/")}`;
  const served = objectsField((await kube.find(root)) ?? {}, "resources");
  const resource = served.find((each) => each.kind === kind && !String(each.name).includes("/"));
  if (resource === undefined)
    throw new ApiFailure(
      404,
      "NoMatch",
      `no matches for kind "${kind}" in version "${version}": this simulated cluster does not serve it.`,
    );
  const namespace = resource.namespaced === true ? (textField(metadata, "namespace") ?? "default") : undefined;
  const path = `${root}/${namespace === undefined ? "" : `namespaces/${part(namespace)}/`}${String(resource.name)}`;
  return { path, name, words: `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}` };
}

/** Creates or replaces one object; gives back how that is undone. */
async function applyOne(kube: KubeClient, found: FoundObject): Promise<() => Promise<void>> {
  const { path, name } = await placeOf(kube, found);
  const own = `${path}/${part(name)}`;
  const before = await kube.find(own);
  if (before === undefined) {
    await kube.send("POST", `${path}${STRICT}`, found.object);
    return async () => void (await kube.send("DELETE", own));
  }
  const { resourceVersion, uid, creationTimestamp } = objectField(before, "metadata");
  const replace = (object: Json, metadata: Json) => kube.send("PUT", `${own}${STRICT}`, { ...object, metadata });
  await replace(found.object, { ...objectField(found.object, "metadata"), resourceVersion, uid, creationTimestamp });
  const old = asManifest(before);
  return async () => void (await replace(old, objectField(old, "metadata")));
}

/** Applies every document of a manifest in its order. The first refusal ends it, in the API server's own words; what was applied before it is taken back. */
export async function applyManifest(kube: KubeClient, manifest: string): Promise<Deed> {
  const undos: (() => Promise<void>)[] = [];
  const undo = async () => {
    for (const back of undos.splice(0).reverse()) await back();
    return `kubectl apply -f ${FILE.replace(".", "-before.")}`;
  };
  try {
    for (const found of documentsIn(manifest)) undos.push(await applyOne(kube, found));
  } catch (error) {
    await undo();
    throw error;
  }
  return { kind: "kubectl", line: LINE, undo };
}
