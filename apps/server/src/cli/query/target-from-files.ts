import { nodeEntryOf } from "@daemonscope/daemonset/model/tables/node-entry";
import { manifestDaemonSets, manifestNodes } from "../../watch/manifests/manifest-objects.ts";
import { type ManifestDocument, readDocuments } from "../../watch/manifests/read-documents.ts";
import { fileLabel, readTextSource } from "../../watch/manifests/read-text-source.ts";
import type { ExplainConfig } from "../options/query-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { ExplainTarget, FileObjects } from "./explain-target.ts";
import { manifestWarnings } from "./manifest-warnings.ts";

/** Reads each file once, because standard input may hold both. Undefined if the user ended it. */
function fileReader(terminal: Terminal): (flag: string, file: string) => Promise<readonly ManifestDocument[] | undefined> {
  const read = new Map<string, readonly ManifestDocument[]>();
  return async (flag, file) => {
    const known = read.get(file);
    if (known !== undefined) return known;
    const text = await readTextSource(flag, file, terminal);
    if (text === undefined) return undefined;
    const found = readDocuments(text, fileLabel(file));
    read.set(file, found);
    return found;
  };
}

/** Returns the parts of the subject from files; warnings go to the terminal. Undefined if the user ended it. */
export async function targetFromFiles(config: ExplainConfig, terminal: Terminal): Promise<FileObjects | undefined> {
  const { nodesFile, daemonSetFile, gates, cluster } = config;
  const read = fileReader(terminal);
  const given: { -readonly [K in "daemonSets" | "nodes"]?: ExplainTarget[K] } = {};
  const warn = (sentences: readonly string[]) => {
    for (const sentence of sentences) terminal.warn(`Warning: ${sentence}.`);
  };
  if (daemonSetFile !== undefined) {
    const objects = await read("daemonset", daemonSetFile);
    if (objects === undefined) return undefined;
    const found = manifestDaemonSets(fileLabel(daemonSetFile), objects, cluster.namespace ?? "default");
    for (const each of found) warn(manifestWarnings("daemonsets", each, gates));
    given.daemonSets = found.map(({ object }) => object);
  }
  if (nodesFile !== undefined) {
    const objects = await read("nodes", nodesFile);
    if (objects === undefined) return undefined;
    const found = manifestNodes(fileLabel(nodesFile), objects);
    for (const each of found) warn(manifestWarnings("nodes", each, gates));
    // In the model's form, so that an answer is the same byte by byte for every source of a node.
    given.nodes = found.map(({ object }) => nodeEntryOf(object).record);
  }
  return given;
}
