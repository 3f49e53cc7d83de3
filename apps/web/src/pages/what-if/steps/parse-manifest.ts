import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import { isJsonObject } from "@daemonscope/kube/values/json-value";

/** A manifest, or the reason why a text is not one: the parser's own sentence, with the line. */
export type ReadManifest = Manifest | { readonly problem: string };

/** Parses YAML or JSON of one object. The parser is a separate file, loaded with the first manifest. The default
 *  namespace is `default`, as in kubectl. */
export async function parseManifest(text: string): Promise<ReadManifest> {
  const { parseAllDocuments } = await import("yaml");
  const documents = parseAllDocuments(text, { maxAliasCount: 100 } as never);
  const [document, second] = Array.isArray(documents) ? documents.filter(({ contents }) => contents !== null) : [];
  if (document === undefined) return { problem: "it is empty." };
  const [error] = document.errors;
  if (error !== undefined) return { problem: (error.message.split("\n")[0] ?? "").trim() };
  if (second !== undefined) return { problem: "it holds several documents (---), and one is needed." };
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (!isJsonObject(value) || !isJsonObject(value.metadata)) return { problem: "apiVersion, kind and metadata are needed." };
  const metadata = { namespace: "default", ...value.metadata };
  return { apiVersion: "apps/v1", ...value, metadata } as unknown as Manifest;
}

/** Fields that the API server maintains and no user writes. */
const SERVER_FIELDS = [
  "status",
  "metadata.managedFields",
  "metadata.resourceVersion",
  "metadata.uid",
  "metadata.generation",
  "metadata.creationTimestamp",
];
const HIDDEN = "<hidden>";

/** Removes hidden values: otherwise the placeholder would replace the real value. Fields that a manifest omits keep
 *  their values. */
function withoutHidden(value: unknown): unknown {
  if (typeof value === "string") return value.includes(HIDDEN) ? undefined : value;
  if (Array.isArray(value)) {
    const kept = value.map(withoutHidden);
    // A list of texts is applied as a whole, so one hidden text removes the list.
    return kept.includes(undefined) ? undefined : kept;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => [[key, withoutHidden(each)] as const].filter(([, kept]) => kept !== undefined)),
  );
}

/** Returns an object's YAML for editing: without fields of the server, and without hidden values. */
export async function editableYaml(text: string): Promise<string> {
  const { parseDocument, stringify } = await import("yaml");
  const document = parseDocument(text);
  for (const path of SERVER_FIELDS) document.deleteIn(path.split("."));
  return stringify(withoutHidden(document.toJS()), { lineWidth: 0 });
}
