import { nodeEntryOf } from "@daemonscope/daemonset/model/tables/node-entry";
import { joinWithAnd } from "../../platform/failure/join-words.ts";
import { manifestDaemonSets, manifestNodes } from "../../watch/manifests/manifest-objects.ts";
import { fileLabel } from "../../watch/manifests/read-text-source.ts";
import type { ExplainConfig } from "../options/query-options.ts";
import { type AnnotatedPlace, annotationLine } from "../print/github-annotations.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type FileObjects, targetKeyOf } from "./explain-target.ts";
import { manifestWarnings } from "./manifest-warnings.ts";
import { ManifestReader } from "./read-manifest-files.ts";

/** Returns the parts of the target that files have; warnings go to the terminal. Undefined if the user interrupts. */
export async function targetFromFiles(config: ExplainConfig, terminal: Terminal): Promise<FileObjects | undefined> {
  const { nodesFile, manifests, gates, cluster, format } = config;
  const reader = new ManifestReader(terminal);
  const fileObjects: { -readonly [K in keyof FileObjects]: FileObjects[K] } = {};
  const warn = (sentences: readonly string[]) => {
    for (const sentence of sentences) terminal.warn(`Warning: ${sentence}`);
  };
  if (manifests !== undefined) {
    const read = await reader.all(manifests);
    if (read === undefined) return undefined;
    const label = joinWithAnd(read.map((each) => each.label));
    const found = manifestDaemonSets(
      label,
      read.flatMap(({ documents }) => documents),
      cluster.namespace ?? "default",
    );
    const places = new Map<string, AnnotatedPlace>();
    for (const each of found) {
      const key = targetKeyOf(each.object);
      const { file, line } = each.document;
      if (file !== undefined) places.set(key, { file, line });
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
    const objects = await reader.file("nodes", nodesFile);
    if (objects === undefined) return undefined;
    const found = manifestNodes(fileLabel(nodesFile), objects);
    for (const each of found) warn(manifestWarnings("nodes", each, gates));
    // In the model's form, so that an answer is the same byte by byte for every source of a node.
    fileObjects.nodes = found.map(({ object }) => {
      const { record } = nodeEntryOf(object);
      // A node that is only described has no status. It is not one that has just joined.
      return record.readySinceMs === undefined && record.ready === "Unknown" ? { ...record, ready: "True" } : record;
    });
  }
  return fileObjects;
}
