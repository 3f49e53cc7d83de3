import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { REQUIRED_SOURCES_OF_PAGE, type SourceName } from "@daemonscope/kube/source-status";
import { isOlderVersion } from "@daemonscope/kube/values/resource-version";
import { isJson, type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { AuditClocks } from "./audit-clocks.ts";
import { type AuditEvent, auditEventOf, auditTime } from "./audit-event.ts";
import { type AuditLine, FileSpans, mergedLines } from "./audit-lines.ts";
import { ImportError } from "./file-documents.ts";
import type { ImportedChange, ImportLimitations } from "./import-limitations.ts";
import { PodDeleters } from "./pod-deleters.ts";

/** Facts about a log that the first pass collects. */
interface AuditSummary {
  readonly startMs: number;
  /** Kinds with a complete list. Of any other kind, the log lacks the objects that never changed. */
  readonly listed: ReadonlySet<SourceName>;
  /** The longest period between the files without an event, if it is long. */
  readonly hole: { readonly fromMs: number; readonly toMs: number } | undefined;
}

/**
 * Collects the outline of logs in one pass. Throws ImportError for a file that is no audit log, and for logs without
 * nodes or DaemonSets.
 */
export async function summarizeAudit(paths: readonly string[]): Promise<AuditSummary> {
  const lists = new WholeLists();
  const seen = new Set<SourceName>();
  const listed = new Set<SourceName>();
  let startMs = Number.POSITIVE_INFINITY;
  const spans = new FileSpans(paths);
  for await (const line of mergedLines(paths)) {
    spans.take(line);
    if (!("event" in line)) continue;
    const event = auditEventOf(line.event);
    startMs = Math.min(startMs, auditTime(line.event) ?? startMs);
    if (event === undefined || event.answer.is === "nothing") continue;
    seen.add(event.source);
    if (lists.take(event) !== undefined) listed.add(event.source);
  }
  spans.check();
  for (const required of ["nodes", "daemonsets"] as const)
    if (!seen.has(required))
      throw new ImportError(
        `holds no ${required === "nodes" ? "nodes" : "DaemonSets"}: an audit policy of level RequestResponse for nodes, pods, daemonsets and controllerrevisions keeps them (docs/log.md has one)`,
      );
  return { startMs, listed, hole: spans.hole };
}

/**
 * Assembles paged lists. Each page names the next one by a token, and several lists may be read at the same time. A
 * list is complete with its last page.
 */
class WholeLists {
  readonly #parts = new Map<string, { readonly keys: Set<string>; readonly version: string }>();

  /** Returns the keys of a complete list and its version, if this is the last page. */
  take({ source, answer }: AuditEvent): { readonly keys: ReadonlySet<string>; readonly version: string } | undefined {
    if (answer.is !== "list" || !answer.isWhole) return undefined;
    const parts = answer.token === "" ? { keys: new Set<string>(), version: answer.version } : this.#parts.get(`${source} ${answer.token}`);
    if (parts === undefined) return undefined;
    this.#parts.delete(`${source} ${answer.token}`);
    for (const object of answer.objects) parts.keys.add(keyOf(objectField(object, "metadata")));
    if (answer.next === "") return parts;
    this.#parts.set(`${source} ${answer.next}`, parts);
    return undefined;
  }
}

const keyOf = (meta: Json): string => `${textField(meta, "namespace") ?? ""}/${textField(meta, "name")}`;

/**
 * Reports whether the API server removed the object with this answer. Such an object is marked for deletion, without
 * finalizers or a remaining grace period.
 */
function isGone(meta: Json): boolean {
  const { finalizers, deletionGracePeriodSeconds: grace } = meta;
  const hasFinalizers = Array.isArray(finalizers) && finalizers.length > 0;
  return typeof meta.deletionTimestamp === "string" && !hasFinalizers && (grace === undefined || grace === 0);
}

const hasNode = (pod: Json): boolean => (textField(objectField(pod, "spec"), "nodeName") ?? "") !== "";

type Bound = Extract<AuditEvent["answer"], { readonly is: "bound" }>;

/**
 * The objects that exist now, as far as the log shows. Memory: a uid and a version for each object, the uids of deleted
 * objects, the pods without a node, and the bindings of pods that the log does not contain.
 */
class AuditedObjects {
  readonly #objects = new Map<
    string,
    { readonly uid: string; readonly version: string; readonly source: SourceName; readonly key: string }
  >();
  readonly #gone = new Set<string>();
  /** Pods without a node, because a binding names the pod but does not contain it. */
  readonly #unbound = new Map<string, Json>();
  /**
   * Bindings of unknown pods, by uid, or by name if they give no uid. A scheduler sees a pod in its watch. A busy API
   * server may therefore log the binding before the answer to the creation.
   */
  readonly #early = new Map<string, { readonly bound: Bound; readonly words: string }>();

  /**
   * Takes an object. Answers of several API servers may be out of order: an older version than the known one has no
   * effect.
   */
  put(source: SourceName, object: Json, atMs: number): ImportedChange | undefined {
    const meta = objectField(object, "metadata");
    const [uid = "", version = "", key] = [textField(meta, "uid"), textField(meta, "resourceVersion"), keyOf(meta)];
    const known = this.#objects.get(`${source} ${key}`);
    const early = this.#early.get(uid);
    this.#early.delete(uid);
    if (uid === "" || this.#gone.has(uid) || (known !== undefined && isOlderVersion(version, known.version))) return undefined;
    if (isGone(meta)) {
      // A deletion is applied only to an object that the log contained before.
      this.#gone.add(uid);
      return known?.uid === uid ? this.drop(source, key, atMs) : undefined;
    }
    // A pod never loses its node, so this answer is older than the binding.
    if (source === "pods" && known?.uid === uid && !hasNode(object) && !this.#unbound.has(key)) return undefined;
    this.#objects.set(`${source} ${key}`, { uid, version, source, key });
    const put: ImportedChange = { do: "put", atMs, source, object };
    if (source !== "pods") return put;
    this.#keepUnbound(key, object);
    return early === undefined ? put : (this.bind(early.bound, early.words, atMs) ?? put);
  }

  /** Returns the positions of bindings whose pods the log does not contain. */
  earlyBindings(): readonly string[] {
    return [...this.#early.values()].map(({ words }) => words);
  }

  /**
   * Applies a binding. The API server sets the node of the pod and its PodScheduled condition in one write. The binding
   * of an unknown pod is applied when the pod appears.
   */
  bind(bound: Bound, words: string, atMs: number): ImportedChange | undefined {
    const { name, namespace, uid, node } = bound;
    const key = `${namespace}/${name}`;
    if (uid !== "" && this.#gone.has(uid)) return undefined;
    const known = this.#objects.get(`pods ${key}`);
    if (known === undefined || (uid !== "" && uid !== known.uid)) {
      this.#early.set(uid === "" ? key : uid, { bound, words });
      return undefined;
    }
    const pod = this.#unbound.get(key);
    // A later answer of another server may have come first and already contains the node.
    if (pod === undefined) return undefined;
    this.#unbound.delete(key);
    const status = objectField(pod, "status");
    const others = Array.isArray(status.conditions)
      ? status.conditions.filter((each) => !isJson(each) || each.type !== "PodScheduled")
      : [];
    const scheduled = { type: "PodScheduled", status: "True", lastTransitionTime: new Date(atMs).toISOString() };
    const object = {
      ...pod,
      spec: { ...objectField(pod, "spec"), nodeName: node },
      status: { ...status, conditions: [...others, scheduled] },
    };
    return { do: "put", atMs, source: "pods", object };
  }

  drop(source: SourceName, key: string, atMs: number): ImportedChange | undefined {
    const known = this.#objects.get(`${source} ${key}`);
    if (known === undefined) return undefined;
    this.#objects.delete(`${source} ${key}`);
    if (source === "pods") this.#unbound.delete(key);
    this.#gone.add(known.uid);
    return { do: "drop", atMs, source, name: nameOfKey(key), uid: known.uid };
  }

  #keepUnbound(key: string, pod: Json): void {
    if (hasNode(pod)) this.#unbound.delete(key);
    else this.#unbound.set(key, pod);
  }

  /** Drops the objects that a complete list lacks, unless their version is later than the list. */
  *dropOthers(source: SourceName, keys: ReadonlySet<string>, version: string, atMs: number): Generator<ImportedChange> {
    for (const known of [...this.#objects.values()]) {
      if (known.source !== source || keys.has(known.key) || isOlderVersion(version, known.version)) continue;
      const dropped = this.drop(source, known.key, atMs);
      if (dropped !== undefined) yield dropped;
    }
  }
}

function* changesOf(
  { source, answer, words, deleter }: AuditEvent,
  atMs: number,
  objects: AuditedObjects,
  deleters: PodDeleters,
): Generator<ImportedChange> {
  const answered = answer.is === "object" ? [answer.object] : answer.is === "list" ? answer.objects : [];
  for (const object of answered) {
    const change = objects.put(source, object, atMs);
    if (change !== undefined) yield deleters.withDeleter(change);
    const renewed = deleters.take(source, object, deleter, atMs);
    if (renewed !== undefined) yield renewed;
  }
  if (answer.is === "bound") {
    const bound = objects.bind(answer, words, atMs);
    if (bound !== undefined) yield bound;
  }
  if (answer.is !== "deleted") return;
  const dropped = objects.drop(source, `${answer.namespace}/${answer.name}`, atMs);
  if (dropped !== undefined) yield dropped;
}

/** Counts a line that cannot be used, with its position. */
function leaveOut({ number, file, isCutOff }: Exclude<AuditLine, { readonly event: Json }>, limitations: ImportLimitations): void {
  const fileSuffix = file === undefined ? "" : ` of ${file}`;
  if (isCutOff)
    limitations.add("line was cut off at its end, and left out", "lines were cut off, and left out", `the last, ${number}${fileSuffix}`);
  else
    limitations.add(
      "line is no audit event, and was left out",
      "lines are no audit events, and were left out",
      `line ${number}${fileSuffix}`,
    );
}

/** Subresources whose writes need no object, because later events show their effect. */
const SUBRESOURCES_WITHOUT_OBJECT: ReadonlySet<string> = new Set(["eviction", "binding"]);

/**
 * Plays logs: yields the objects of their answers by time, and in file order within a file. A kind counts as read after
 * its first complete list. Changes are news once all listed kinds that the page requires are read. Throws ImportError.
 * Memory: a line of each file, and the objects of AuditedObjects.
 */
export async function* auditChanges(
  paths: readonly string[],
  { startMs, listed }: AuditSummary,
  limitations: ImportLimitations,
): AsyncGenerator<ImportedChange> {
  const objects = new AuditedObjects();
  const lists = new WholeLists();
  const clocks = new AuditClocks();
  const deleters = new PodDeleters();
  const toRead = new Set(REQUIRED_SOURCES_OF_PAGE.filter((source) => listed.has(source)));
  let atMs = startMs;
  let hasBegun = toRead.size === 0;
  if (hasBegun) yield { do: "begin", atMs };
  for await (const line of mergedLines(paths)) {
    if (!("event" in line)) {
      leaveOut(line, limitations);
      continue;
    }
    const event = auditEventOf(line.event);
    if (event === undefined) continue;
    atMs = Math.max(atMs, event.atMs);
    if (event.answer.is === "nothing" && event.isWrite && !SUBRESOURCES_WITHOUT_OBJECT.has(event.subresource))
      limitations.add(
        "write was kept without its object, and what it changed cannot be known: the audit policy needs the level RequestResponse",
        "writes were kept without their objects, and what they changed cannot be known: the audit policy needs the level RequestResponse",
        event.words,
      );
    clocks.take(event, line.at);
    yield* changesOf(event, atMs, objects, deleters);
    const list = lists.take(event);
    if (list === undefined) continue;
    yield* objects.dropOthers(event.source, list.keys, list.version, atMs);
    yield { do: "read", atMs, source: event.source };
    toRead.delete(event.source);
    if (!hasBegun && toRead.size === 0) {
      hasBegun = true;
      yield { do: "begin", atMs };
    }
  }
  for (const words of objects.earlyBindings())
    limitations.add(
      "pod was given a node, and the log does not hold the pod",
      "pods were given nodes, and the log does not hold them",
      words,
    );
  clocks.reportTo(limitations);
}
