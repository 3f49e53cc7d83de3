import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import { isJsonObject } from "@daemonscope/kube/values/json-value";
import type { DuplicateKey } from "@daemonscope/kube/yaml/duplicate-keys";
import type { SkippedDocuments } from "@daemonscope/kube/yaml/evaluated-documents";

/** A manifest and what its user should know about the text, or the reason why a text is not one. */
export type ReadManifest =
  | {
      readonly manifest: Manifest;
      readonly duplicateKeys: readonly DuplicateKey[];
      /** Undefined if the text holds nothing else. */
      readonly skipped: SkippedDocuments | undefined;
    }
  | { readonly problem: string };

/**
 * Reads the one manifest of a text as the command `what-if` does, and leaves out documents of other kinds. The reader
 * is a separate file, loaded with the first manifest. The default namespace is `default`, as in kubectl.
 */
export async function parseManifest(text: string): Promise<ReadManifest> {
  const { evaluatedDocuments, ManifestTextError, readManifestText } = await import("./manifest-reader.ts");
  try {
    const { documents: found, duplicateKeys } = readManifestText(text, "it");
    const { documents, skipped } = evaluatedDocuments(found);
    const [document, second] = documents;
    if (document === undefined) return { problem: "it is empty." };
    if (second !== undefined) return { problem: "it holds several manifests, and one is needed." };
    const { object } = document;
    if (!isJsonObject(object.metadata)) return { problem: "apiVersion, kind and metadata are needed." };
    const metadata = { namespace: "default", ...object.metadata };
    return { manifest: { apiVersion: "apps/v1", ...object, metadata } as unknown as Manifest, duplicateKeys, skipped };
  } catch (error) {
    if (!(error instanceof ManifestTextError)) throw error;
    const { message, syntax } = error;
    return { problem: syntax === undefined ? message : `${syntax.message} at line ${syntax.line}, column ${syntax.column}.` };
  }
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
  const [{ readYamlValue, isPlainText }, { Document, visit }] = await Promise.all([import("./manifest-reader.ts"), import("yaml")]);
  const document = new Document(readYamlValue(text, "it"));
  for (const path of SERVER_FIELDS) document.deleteIn(path.split("."));
  const edited = new Document(withoutHidden(document.toJS()), { aliasDuplicateObjects: false });
  visit(edited, {
    // The writer knows YAML 1.2 only, and `parseManifest` reads kubectl's YAML.
    Scalar(_key, node) {
      if (typeof node.value === "string" && !isPlainText(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return edited.toString({ lineWidth: 0 });
}
