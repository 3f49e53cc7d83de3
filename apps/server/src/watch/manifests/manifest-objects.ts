import type { KubeDaemonSet, KubeNode } from "@daemonscope/kube/objects";
import type { ManifestDocument } from "@daemonscope/kube/yaml/manifest-text";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { isJson, type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { truncateMiddle } from "../../platform/text/truncate-middle.ts";
import { checkTextFields } from "./check-text-fields.ts";
import { MANIFEST_SCHEMAS } from "./manifest-schema.ts";

type ManifestKind = "Node" | "DaemonSet";

/**
 * An object of a file: decoded for our rules, raw for the rules of the API server, and the problems of its version and
 * types.
 */
export interface ManifestObject<T> {
  readonly object: T;
  readonly raw: Json;
  /** Its kind, name and location: `DaemonSet tools/agent (file f.yaml, document 2)`. */
  readonly words: string;
  readonly problems: readonly string[];
  /** Paths of omitted values; `problems` reports each. */
  readonly leftOut: readonly string[];
}

const VERSIONS: Readonly<Record<ManifestKind, string>> = { Node: "v1", DaemonSet: "apps/v1" };

/** An object, and the document that it is from. */
type FromDocument<T, Document> = ManifestObject<T> & { readonly document: Document };

/** An object of a file before it is decoded. */
export type CheckedManifest = Omit<ManifestObject<unknown>, "object">;

/** Uses the words of kubectl, which requires kind and apiVersion before it sends anything. */
function versionProblems(kind: ManifestKind, { apiVersion }: Json): readonly string[] {
  const served = VERSIONS[kind];
  if (apiVersion === served) return [];
  if (typeof apiVersion !== "string" || apiVersion === "") return [`apiVersion not set: write ${served}`];
  return [`no matches for kind "${kind}" in version ${JSON.stringify(apiVersion)}: write ${served}`];
}

/** Adds the metadata that a stored object has and a manifest lacks. */
function stored(raw: Json, namespace: string | undefined, at: number): Json {
  const metadata = objectField(raw, "metadata");
  const ownNamespace = textField(metadata, "namespace") ?? "";
  return {
    ...raw,
    metadata: {
      ...metadata,
      uid: `manifest-${at}`,
      resourceVersion: "0",
      ...(namespace === undefined ? {} : { namespace: ownNamespace === "" ? namespace : ownNamespace }),
    },
  };
}

const kindOf = ({ object }: ManifestDocument): string => (typeof object.kind === "string" ? object.kind : "");
const textAt = (object: Json, field: "name" | "namespace"): string => textField(objectField(object, "metadata"), field) ?? "";
const nameOf = ({ object }: ManifestDocument): string => textAt(object, "name");

/** Kinds with a pod template, which a change of fields turns into a DaemonSet. */
const CONVERTIBLE: Readonly<Record<string, string>> = {
  Deployment: "spec.replicas and spec.strategy",
  ReplicaSet: "spec.replicas",
  StatefulSet: "spec.replicas, spec.serviceName, spec.updateStrategy and spec.volumeClaimTemplates",
};

function noneOf(wanted: "Node" | "DaemonSet", file: string, found: readonly ManifestDocument[]): UsageError {
  const [first] = found;
  if (first === undefined) return new UsageError(`${file} is empty: it must hold a ${wanted}.`);
  const kind = kindOf(first);
  if (kind === "") return new UsageError(`${first.where} is no Kubernetes object: it has no kind.`);
  const fieldsToDrop = CONVERTIBLE[kind];
  const label = `${kind}${nameOf(first) === "" ? "" : ` "${truncateMiddle(nameOf(first))}"`}`;
  if (wanted === "DaemonSet" && fieldsToDrop !== undefined)
    return new UsageError(
      `${first.where} is a ${label}, no DaemonSet; it can be converted: change its kind to DaemonSet and drop ${fieldsToDrop}.`,
    );
  return new UsageError(`${first.where} is a ${label}, and ${file} holds no ${wanted}.`);
}

/** Checks one object of a file without decoding it. Throws UsageError for one without a name. */
function checkedManifest(
  kind: ManifestKind,
  { object, where, written }: ManifestDocument,
  nameIn: (raw: Json) => string,
): CheckedManifest & { readonly name: string } {
  const { object: raw, problems, leftOut } = checkTextFields(object, MANIFEST_SCHEMAS[kind], written);
  if (textAt(raw, "name") === "") throw new UsageError(`${where} is a ${kind} without metadata.name: give it one.`);
  const name = `${kind} ${truncateMiddle(nameIn(raw))}`;
  return { raw, name, words: `${name} (${where})`, problems: [...versionProblems(kind, raw), ...problems], leftOut };
}

const keyIn =
  (namespace: string) =>
  (raw: Json): string =>
    `${textAt(raw, "namespace") || namespace}/${textAt(raw, "name")}`;

/** Checks a document of kind DaemonSet, and returns its key, `namespace/name`, too. */
export function checkedDaemonSet(document: ManifestDocument, namespace: string): CheckedManifest & { readonly key: string } {
  const checked = checkedManifest("DaemonSet", document, keyIn(namespace));
  return { ...checked, key: keyIn(namespace)(checked.raw) };
}

function objectsOf<T, Document extends ManifestDocument>(
  kind: "Node" | "DaemonSet",
  file: string,
  found: readonly Document[],
  decode: (raw: Json, at: number) => T,
  nameIn: (raw: Json) => string,
): readonly FromDocument<T, Document>[] {
  const chosen = found.filter((each) => kindOf(each) === kind);
  if (chosen.length === 0) throw noneOf(kind, file, found);
  const locations = new Map<string, string>();
  return chosen.map((document, at) => {
    const { name, ...checked } = checkedManifest(kind, document, nameIn);
    const { raw } = checked;
    const { where } = document;
    const before = locations.get(nameIn(raw));
    // A cluster keeps the last of two objects; the intended one is unknown.
    if (before !== undefined) throw new UsageError(`${name} occurs twice, in ${before} and in ${where}: remove one`);
    locations.set(nameIn(raw), where);
    return { ...checked, document, object: decode(raw, at) };
  });
}

function decoded<T>(result: { readonly object: T } | { readonly problem: string }): T {
  if ("problem" in result) throw new UsageError(`${result.problem}.`);
  return result.object;
}

/** Returns the Nodes of a file, in order. Throws UsageError if there is none. */
export function manifestNodes(file: string, found: readonly ManifestDocument[]): readonly ManifestObject<KubeNode>[] {
  return objectsOf(
    "Node",
    file,
    found,
    (raw, at) => decoded(decodeNode(stored(raw, undefined, at))),
    (raw) => textAt(raw, "name"),
  );
}

/**
 * Returns the DaemonSets of a file, in order. `namespace` applies to those without one. Throws UsageError if there is
 * none.
 */
export function manifestDaemonSets<Document extends ManifestDocument>(
  file: string,
  found: readonly Document[],
  namespace: string,
): readonly FromDocument<KubeDaemonSet, Document>[] {
  return objectsOf(
    "DaemonSet",
    file,
    found,
    (raw, at) => {
      const withSpec = isJson(raw.spec) ? raw : { ...raw, spec: {} };
      return decoded(decodeDaemonSet(stored(withSpec, namespace, at)));
    },
    keyIn(namespace),
  );
}
