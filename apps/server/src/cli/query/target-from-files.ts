import { nodeEntryOf } from "@daemonscope/daemonset/model/tables/node-entry";
import type { ManifestDocument } from "@daemonscope/kube/yaml/manifest-text";
import { duplicateKeysText } from "@daemonscope/words/english/manifest-text";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { manifestDaemonSets, manifestNodes } from "../../watch/manifests/manifest-objects.ts";
import { readManifests } from "../../watch/manifests/read-documents.ts";
import { fileLabel, readTextSource } from "../../watch/manifests/read-text-source.ts";
import type { ExplainConfig } from "../options/query-options.ts";
import { type AnnotatedPlace, annotationLine } from "../print/github-annotations.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type FileObjects, targetKeyOf } from "./explain-target.ts";
import { manifestWarnings } from "./manifest-warnings.ts";

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

/** Returns the parts of the target that files have; warnings go to the terminal. Undefined if the user interrupts. */
export async function targetFromFiles(config: ExplainConfig, terminal: Terminal): Promise<FileObjects | undefined> {
  const { nodesFile, daemonSetFile, gates, cluster, format } = config;
  const read = fileReader(terminal);
  const fileObjects: { -readonly [K in keyof FileObjects]: FileObjects[K] } = {};
  const warn = (sentences: readonly string[]) => {
    for (const sentence of sentences) terminal.warn(`Warning: ${sentence}`);
  };
  if (daemonSetFile !== undefined) {
    const objects = await read("daemonset", daemonSetFile);
    if (objects === undefined) return undefined;
    const found = manifestDaemonSets(fileLabel(daemonSetFile), objects, cluster.namespace ?? "default");
    const places = new Map<string, AnnotatedPlace>();
    for (const each of found) {
      const key = targetKeyOf(each.object);
      if (daemonSetFile !== "-") places.set(key, { file: daemonSetFile, line: each.line });
      const warnings = manifestWarnings("daemonsets", each, gates);
      if (format !== "github") warn(warnings);
      else
        for (const message of warnings)
          terminal.print(annotationLine({ level: "warning", title: `DaemonSet ${key}`, message, place: places.get(key) }));
    }
    fileObjects.daemonSets = found.map(({ object }) => object);
    fileObjects.places = places;
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
