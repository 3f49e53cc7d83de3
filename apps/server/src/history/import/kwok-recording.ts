import { SOURCES, type SourceName } from "@daemonscope/kube/source-status";
import { isJson, type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { readDocuments } from "../../watch/manifests/read-documents.ts";
import { fileDocuments, ImportError } from "./file-documents.ts";
import type { ImportedChange, ImportLimitations } from "./import-limitations.ts";
import { mergePatch } from "./merge-patch.ts";

/** The kind of a recorded change. Source: kwok, pkg/apis/action/v1alpha1. */
const PATCH = { apiVersion: "action.kwok.x-k8s.io/v1alpha1", kind: "ResourcePatch" } as const;

const KINDS: ReadonlyMap<string, SourceName> = new Map([
  ["v1 Node", "nodes"],
  ["v1 Pod", "pods"],
  ["apps/v1 DaemonSet", "daemonsets"],
  ["apps/v1 ControllerRevision", "controllerrevisions"],
  ["v1 Event", "events"],
]);
const GROUPS: Readonly<Record<SourceName, string>> = { nodes: "", pods: "", daemonsets: "apps", controllerrevisions: "apps", events: "" };

/** Facts about a file that the first pass collects. */
interface KwokSummary {
  /** The time from which the patches count; estimated from the times in the file if the caller gives none. */
  readonly startMs: number;
  /** Kinds with an object or a patch in the file. */
  readonly sources: ReadonlySet<SourceName>;
}

/** Times that an API server, a controller or a kubelet wrote for past events. */
const EVENT_TIME =
  /\b(?:creationTimestamp|lastTransitionTime|lastHeartbeatTime|startTime|startedAt|finishedAt|timeAdded|lastTimestamp)"?: "?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/g;
const DURATION = /^durationNanosecond: (\d+)\s*$/m;
const TOP_KIND = /^kind: "?(\w+)"?\s*$/m;
const TOP_VERSION = /^apiVersion: "?([\w./-]+)"?\s*$/m;
const RESOURCE = /^ {2}resource: "?(\w+)"?\s*$/m;
const NS_PER_MS = 1e6;
const SECOND_MS = 1000;
/** kwokctl writes each time as an offset from its start. Source: kwok, pkg/kwokctl/recording/time.go. */
const OFFSET = /\$\(time-offset-nanosecond (-?\d{1,19})\)/g;
const LATEST_MS = 8.64e15;

/** Replaces the offsets in a text by times in whole seconds, as the API server writes them: the start is known only to
 *  some milliseconds. An offset beyond the range of dates remains. */
function withTimes(text: string, startMs: number): string {
  return text.replace(OFFSET, (written, offset: string) => {
    const atMs = startMs + Number(offset) / NS_PER_MS;
    if (!(Math.abs(atMs) <= LATEST_MS)) return written;
    return new Date(Math.round(atMs / SECOND_MS) * SECOND_MS).toISOString().replace(".000Z", "Z");
  });
}

/**
 * Collects the outline of a file in one pass. kwok counts time from the start of its patches and does not record that
 * start. No event is later than the patch that reports it. The start is therefore estimated as the maximum, over all
 * times in the file, of the time minus its patch's offset. Throws ImportError for a file that is no kwok recording, and
 * for one without nodes or DaemonSets.
 */
export async function summarizeKwok(path: string, requestedStartMs?: number): Promise<KwokSummary> {
  const sources = new Set<SourceName>();
  let startMs = Number.NEGATIVE_INFINITY;
  for await (const { text } of fileDocuments(path)) {
    const kind = `${TOP_VERSION.exec(text)?.[1]} ${TOP_KIND.exec(text)?.[1]}`;
    const isPatch = kind === `${PATCH.apiVersion} ${PATCH.kind}`;
    const patched = isPatch ? SOURCES.find((source) => source === RESOURCE.exec(text)?.[1]) : undefined;
    const source = patched ?? KINDS.get(kind);
    if (source === undefined) continue;
    sources.add(source);
    const sinceMs = isPatch ? Number(DURATION.exec(text)?.[1] ?? Number.NaN) / NS_PER_MS : 0;
    for (const [, time] of text.matchAll(EVENT_TIME)) startMs = Math.max(startMs, Date.parse(time ?? "") - sinceMs || startMs);
  }
  if (sources.size === 0)
    throw new ImportError("is no recording of kwok: it holds neither its patches nor objects of the kinds that are watched");
  for (const required of ["nodes", "daemonsets"] as const)
    if (!sources.has(required))
      throw new ImportError(`holds no ${required === "nodes" ? "nodes" : "DaemonSets"}: without them there is nothing to show`);
  if (requestedStartMs !== undefined) return { startMs: requestedStartMs, sources };
  if (startMs === Number.NEGATIVE_INFINITY)
    throw new ImportError("counts all times from its start, and does not say when that was: say it by --start TIME");
  return { startMs: Math.ceil(startMs), sources };
}

/** A parsed patch. */
interface KwokPatch {
  readonly source: SourceName;
  readonly name: string;
  readonly namespace: string;
  /** Time since the start of the patches. */
  readonly sinceMs: number;
  readonly method: string;
  readonly template: Json;
}

/** Returns undefined for a patch of another kind. Throws ImportError for a patch without a required field. */
function patchOf(object: Json, number: number): KwokPatch | undefined {
  const resource = objectField(object, "resource");
  const source = SOURCES.find((each) => each === resource.resource && GROUPS[each] === (resource.group ?? ""));
  if (source === undefined && typeof resource.resource === "string") return undefined;
  const target = objectField(object, "target");
  const name = textField(target, "name");
  const method = textField(object, "method");
  const { durationNanosecond, template } = object;
  if (
    source === undefined ||
    name === undefined ||
    method === undefined ||
    typeof durationNanosecond !== "number" ||
    durationNanosecond < 0
  )
    throw new ImportError(
      `has a document ${number} that is no whole patch: each has a resource, a target, a method and a durationNanosecond`,
    );
  return {
    source,
    name,
    namespace: textField(target, "namespace") ?? "",
    sinceMs: durationNanosecond / NS_PER_MS,
    method,
    template: isJson(template) ? template : {},
  };
}

const metaOf = (object: Json) => objectField(object, "metadata");

/** The current objects of a recording, by kind, namespace and name. */
class KwokObjects {
  readonly #objects = new Map<string, Json>();
  readonly #limitations: ImportLimitations;

  constructor(limitations: ImportLimitations) {
    this.#limitations = limitations;
  }

  put(source: SourceName, object: Json, atMs: number): ImportedChange {
    const { name, namespace } = metaOf(object);
    this.#objects.set(`${source} ${namespace ?? ""}/${name}`, object);
    return { do: "put", atMs, source, object };
  }

  /** Returns the change that a patch makes; undefined if it is unknown. */
  patch({ source, name, namespace, method, template }: KwokPatch, atMs: number): ImportedChange | undefined {
    const key = `${source} ${namespace}/${name}`;
    const words = `${source} ${namespace === "" ? "" : `${namespace}/`}${name}, at ${new Date(atMs).toISOString()}`;
    const before = this.#objects.get(key);
    switch (method) {
      case "create":
        return this.put(source, template, atMs);
      case "delete":
        this.#objects.delete(key);
        // A delete of an unknown object changes nothing.
        return before === undefined ? undefined : { do: "drop", atMs, source, name, uid: textField(metaOf(before), "uid") ?? "" };
      case "patch":
        if (before !== undefined) return this.put(source, mergePatch(before, template), atMs);
        this.#limitations.add(
          "patch is of an object that it does not hold, and what that was cannot be known",
          "patches are of objects that it does not hold, and what those were cannot be known",
          words,
        );
        return undefined;
      default:
        this.#limitations.add(
          "patch has a method that this daemonscope does not know, and was left out",
          "patches have a method that this daemonscope does not know, and were left out",
          words,
        );
        return undefined;
    }
  }
}

/**
 * Plays a file: first the initial objects, then the changes by time. Throws ImportError, and UsageError for invalid
 * YAML. Memory: the objects that exist at the same time.
 */
export async function* kwokChanges(path: string, startMs: number, limitations: ImportLimitations): AsyncGenerator<ImportedChange> {
  const objects = new KwokObjects(limitations);
  let atMs = startMs;
  let hasBegun = false;
  for await (const { text, number, isCutOff } of fileDocuments(path)) {
    if (isCutOff) {
      limitations.add("document was cut off at its end, and left out", "documents were cut off, and left out", `the last, ${number}`);
      break;
    }
    for (const { object } of readDocuments(withTimes(text, startMs), `${path}, document ${number}`)) {
      if (object.apiVersion !== PATCH.apiVersion || object.kind !== PATCH.kind) {
        const source = KINDS.get(`${object.apiVersion} ${object.kind}`);
        if (source !== undefined) yield objects.put(source, object, atMs);
        continue;
      }
      const patch = patchOf(object, number);
      if (patch === undefined) continue;
      if (!hasBegun) yield { do: "begin", atMs };
      hasBegun = true;
      const patchAtMs = startMs + patch.sinceMs;
      if (patchAtMs < atMs)
        limitations.add(
          "patch is after a later one, and gets the later time",
          "patches are after a later one, and get the later time",
          `document ${number}`,
        );
      atMs = Math.max(atMs, patchAtMs);
      const change = objects.patch(patch, atMs);
      if (change !== undefined) yield change;
    }
  }
  if (!hasBegun) yield { do: "begin", atMs };
}
