import { nodeEntryOf } from "@daemonscope/daemonset/model/tables/node-entry";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { ManifestDocument } from "@daemonscope/kube/yaml/manifest-text";
import { applyDefaults } from "@daemonscope/simulated-apiserver/defaults/defaults";
import type { ResourceName } from "@daemonscope/simulated-apiserver/objects/contract";
import { cloneJson } from "@daemonscope/simulated-apiserver/objects/json";
import { typeOfKind } from "@daemonscope/simulated-apiserver/schema/api-types";
import { decodeObject } from "@daemonscope/simulated-apiserver/schema/decode-object";
import { validationErrors } from "@daemonscope/simulated-apiserver/validation/validate";
import { duplicateKeysText } from "@daemonscope/words/english/manifest-text";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { truncateMiddle } from "../../platform/text/truncate-middle.ts";
import { type ManifestObject, manifestDaemonSets, manifestNodes } from "../../watch/manifests/manifest-objects.ts";
import { readManifests } from "../../watch/manifests/read-documents.ts";
import { fileLabel, readTextSource } from "../../watch/manifests/read-text-source.ts";
import type { ExplainConfig } from "../options/query-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { ExplainTarget, FileObjects } from "./explain-target.ts";

/** Returns a function that reads a file once, because standard input may hold both DaemonSets and nodes. That function
 *  returns undefined if the user interrupts. */
function fileReader(terminal: Terminal): (flag: string, file: string) => Promise<readonly ManifestDocument[] | undefined> {
  const read = new Map<string, readonly ManifestDocument[]>();
  return async (flag, file) => {
    const cached = read.get(file);
    if (cached !== undefined) return cached;
    const text = await readTextSource(flag, file, terminal);
    if (text === undefined) return undefined;
    const { documents, duplicateKeys } = readManifests(text, fileLabel(file));
    const warning = duplicateKeysText(fileLabel(file), duplicateKeys);
    if (warning !== undefined) terminal.warn(`Warning: ${escapeControl(warning)}.`);
    read.set(file, documents);
    return documents;
  };
}

const MAX_SHOWN = 5;
type Stored = Parameters<typeof applyDefaults>[1];

/** With the feature gate, Gt and Lt are operators of a toleration. */
const ALLOWED_BY_GATE = /^Unsupported value: "(Gt|Lt)": /;
/** The API server lists these operators in its error without the gate too. */
const BY_GATE = "; Lt and Gt only with the feature gate TaintTolerationComparisonOperators";

const isWithin = (field: string, path: string): boolean => field.startsWith(path) && /^($|[.[])/.test(field.slice(path.length));

/**
 * Returns the API server's objections to a manifest, a sentence each. The manifest is evaluated anyway, but such an
 * object can never be in a cluster.
 */
function manifestWarnings(
  resource: Extract<ResourceName, "nodes" | "daemonsets">,
  { raw, words, problems, leftOut }: Pick<ManifestObject<unknown>, "raw" | "words" | "problems" | "leftOut">,
  gates: MatchingGates,
): readonly string[] {
  const type = resource === "nodes" ? typeOfKind("v1", "Node") : typeOfKind("apps/v1", "DaemonSet");
  const decoded = type === undefined ? undefined : decodeObject(raw, type);
  // Type errors are in the problems. The rest of the object is validated unchanged.
  const object = (decoded === undefined || decoded.mismatch !== undefined ? cloneJson(raw) : decoded.object) as Stored;
  applyDefaults(resource, object);
  const errors = validationErrors(resource, object, undefined).filter(
    ({ field, message }) =>
      !(gates.TaintTolerationComparisonOperators && ALLOWED_BY_GATE.test(message)) && !leftOut.some((path) => isWithin(field, path)),
  );
  const sentences = [
    ...problems,
    ...errors.map(({ field, message }) => `${field}: ${message}${ALLOWED_BY_GATE.test(message) ? BY_GATE : ""}`),
  ];
  const more = sentences.length - MAX_SHOWN;
  const all = [
    ...sentences.slice(0, MAX_SHOWN).map((sentence) => `${words} would be refused by the API server: ${truncateMiddle(sentence)}`),
    ...(more > 0 ? [`${words} would be refused for ${more} more ${more === 1 ? "reason" : "reasons"}`] : []),
  ];
  return all.map(escapeControl);
}

/** Returns the parts of the target that files have; warnings go to the terminal. Undefined if the user interrupts. */
export async function targetFromFiles(config: ExplainConfig, terminal: Terminal): Promise<FileObjects | undefined> {
  const { nodesFile, daemonSetFile, gates, cluster } = config;
  const read = fileReader(terminal);
  const fileObjects: { -readonly [K in "daemonSets" | "nodes"]?: ExplainTarget[K] } = {};
  const warn = (sentences: readonly string[]) => {
    for (const sentence of sentences) terminal.warn(`Warning: ${sentence}.`);
  };
  if (daemonSetFile !== undefined) {
    const objects = await read("daemonset", daemonSetFile);
    if (objects === undefined) return undefined;
    const found = manifestDaemonSets(fileLabel(daemonSetFile), objects, cluster.namespace ?? "default");
    for (const each of found) warn(manifestWarnings("daemonsets", each, gates));
    fileObjects.daemonSets = found.map(({ object }) => object);
  }
  if (nodesFile !== undefined) {
    const objects = await read("nodes", nodesFile);
    if (objects === undefined) return undefined;
    const found = manifestNodes(fileLabel(nodesFile), objects);
    for (const each of found) warn(manifestWarnings("nodes", each, gates));
    // In the model's form, so that an answer is the same byte by byte for every source of a node.
    fileObjects.nodes = found.map(({ object }) => nodeEntryOf(object).record);
  }
  return fileObjects;
}
