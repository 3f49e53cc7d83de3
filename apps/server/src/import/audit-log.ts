import { NEEDED_SOURCES, type SourceName } from "@daemonscope/shared/source-status";
import { isJson, type Json, objectField, textField } from "../cluster/decode/fields.ts";
import { type AuditEvent, auditEventOf, auditTime, isAudit } from "./audit-event.ts";
import { ImportError } from "./file-documents.ts";
import { fileLines } from "./file-lines.ts";
import type { ImportedChange, NotKnown } from "./imported-change.ts";

/** What a log is about, before it is played. */
export interface AuditOutline {
  readonly startMs: number;
  /** Kinds of which it holds a list of all: of any other, what never changed is not in it. */
  readonly listed: ReadonlySet<SourceName>;
}

type Line = { readonly event: Json } | { readonly number: number; readonly isCutOff: boolean };

async function* auditLines(path: string): AsyncGenerator<Line> {
  for await (const { number, text, isCutOff } of fileLines(path)) {
    let event: unknown;
    try {
      event = JSON.parse(text);
    } catch {
      // What is no JSON is no event either.
    }
    yield isJson(event) && isAudit(event) ? { event } : { number, isCutOff };
  }
}

/** Reads a log once for what it says of itself. Throws ImportError for what is no audit log, and what nothing can be shown of. */
export async function auditOutline(path: string): Promise<AuditOutline> {
  const lists = new WholeLists();
  const told = new Set<SourceName>();
  const listed = new Set<SourceName>();
  let startMs = Number.POSITIVE_INFINITY;
  let isAny = false;
  for await (const line of auditLines(path)) {
    if (!("event" in line)) continue;
    isAny = true;
    const event = auditEventOf(line.event);
    startMs = Math.min(startMs, auditTime(line.event) ?? startMs);
    if (event === undefined || event.answer.is === "nothing") continue;
    told.add(event.source);
    if (lists.take(event) !== undefined) listed.add(event.source);
  }
  if (!isAny) throw new ImportError("is no audit log: no line of it is an Event of audit.k8s.io");
  for (const needed of ["nodes", "daemonsets"] as const)
    if (!told.has(needed))
      throw new ImportError(
        `holds no ${needed === "nodes" ? "nodes" : "DaemonSets"}: an audit policy of level RequestResponse for nodes, pods, daemonsets and controllerrevisions keeps them (docs/log.md has one)`,
      );
  return { startMs, listed };
}

/** Lists come in parts: what is whole is known when the last one is there. */
class WholeLists {
  readonly #parts = new Map<SourceName, { readonly keys: Set<string>; version: string }>();

  /** What was in it, and as of which version, where this is the last part of a list of all. */
  take({ source, answer }: AuditEvent): { readonly keys: ReadonlySet<string>; readonly version: string } | undefined {
    if (answer.is !== "list" || !answer.isWhole) return undefined;
    if (answer.isFirst) this.#parts.set(source, { keys: new Set(), version: answer.version });
    const parts = this.#parts.get(source);
    if (parts === undefined) return undefined;
    for (const object of answer.objects) parts.keys.add(keyOf(objectField(object, "metadata")));
    if (answer.next) return undefined;
    this.#parts.delete(source);
    return parts;
  }
}

const keyOf = (meta: Json): string => `${textField(meta, "namespace") ?? ""}/${textField(meta, "name")}`;

/** Versions are whole numbers of any length that rise (KEP-5504); what is none is taken as told. */
function isOlder(version: string, than: string): boolean {
  if (!/^[1-9]\d*$/.test(version) || !/^[1-9]\d*$/.test(than)) return false;
  return version.length === than.length ? version < than : version.length < than.length;
}

/** Marked for deletion, and nothing holds it any more: the API server has taken it away with this answer. */
function isGone(meta: Json): boolean {
  const { finalizers, deletionGracePeriodSeconds: grace } = meta;
  const isHeld = Array.isArray(finalizers) && finalizers.length > 0;
  return typeof meta.deletionTimestamp === "string" && !isHeld && (grace === undefined || grace === 0);
}

/** What is there now, as far as the log tells. Its size: a uid and a version for each object, and the uids of those that went. */
class AuditedObjects {
  readonly #objects = new Map<
    string,
    { readonly uid: string; readonly version: string; readonly source: SourceName; readonly key: string }
  >();
  readonly #gone = new Set<string>();

  /** Answers of several API servers may stand out of order: what is older than what is known changes nothing. */
  put(source: SourceName, object: Json, atMs: number): ImportedChange | undefined {
    const meta = objectField(object, "metadata");
    const [uid = "", version = "", key] = [textField(meta, "uid"), textField(meta, "resourceVersion"), keyOf(meta)];
    const known = this.#objects.get(`${source} ${key}`);
    if (uid === "" || this.#gone.has(uid) || (known !== undefined && isOlder(version, known.version))) return undefined;
    if (isGone(meta)) {
      // What the log told of before is known to be gone; what it did not need not be.
      this.#gone.add(uid);
      return known?.uid === uid ? this.drop(source, key, atMs) : undefined;
    }
    this.#objects.set(`${source} ${key}`, { uid, version, source, key });
    return { do: "put", atMs, source, object };
  }

  drop(source: SourceName, key: string, atMs: number): ImportedChange | undefined {
    const known = this.#objects.get(`${source} ${key}`);
    if (known === undefined) return undefined;
    this.#objects.delete(`${source} ${key}`);
    this.#gone.add(known.uid);
    return { do: "drop", atMs, source, name: key.slice(key.indexOf("/") + 1), uid: known.uid };
  }

  /** What a list of all did not hold, though it is of no later version, went without a word. */
  *dropOthers(source: SourceName, keys: ReadonlySet<string>, version: string, atMs: number): Generator<ImportedChange> {
    for (const known of [...this.#objects.values()]) {
      if (known.source !== source || keys.has(known.key) || isOlder(version, known.version)) continue;
      const dropped = this.drop(source, known.key, atMs);
      if (dropped !== undefined) yield dropped;
    }
  }
}

function* changesOf(event: AuditEvent, atMs: number, objects: AuditedObjects): Generator<ImportedChange> {
  const { source, answer } = event;
  const told = answer.is === "object" ? [answer.object] : answer.is === "list" ? answer.objects : [];
  for (const object of told) {
    const change = objects.put(source, object, atMs);
    if (change !== undefined) yield change;
  }
  if (answer.is !== "deleted") return;
  const dropped = objects.drop(source, `${answer.namespace}/${answer.name}`, atMs);
  if (dropped !== undefined) yield dropped;
}

/** Plays a log: what its answers hold, in the order in which it stands. A kind counts as read from its first list of all on; what happens is news when all were that the log lists.
 *  Throws ImportError. Memory: a line, and what AuditedObjects keeps. */
export async function* auditChanges(path: string, { startMs, listed }: AuditOutline, notKnown: NotKnown): AsyncGenerator<ImportedChange> {
  const objects = new AuditedObjects();
  const lists = new WholeLists();
  const toRead = new Set(NEEDED_SOURCES.filter((source) => listed.has(source)));
  let atMs = startMs;
  let hasBegun = toRead.size === 0;
  if (hasBegun) yield { do: "begin", atMs };
  for await (const line of auditLines(path)) {
    if (!("event" in line)) {
      if (line.isCutOff)
        notKnown.add("line was cut off at its end, and left out", "lines were cut off, and left out", `the last, ${line.number}`);
      else notKnown.add("line is no audit event, and was left out", "lines are no audit events, and were left out", `line ${line.number}`);
      continue;
    }
    const event = auditEventOf(line.event);
    if (event === undefined) continue;
    atMs = Math.max(atMs, event.atMs);
    if (event.answer.is === "nothing" && event.isWrite && event.subresource !== "eviction" && event.subresource !== "binding")
      notKnown.add(
        "write was kept without its object, and what it changed cannot be known: the audit policy needs the level RequestResponse",
        "writes were kept without their objects, and what they changed cannot be known: the audit policy needs the level RequestResponse",
        event.words,
      );
    yield* changesOf(event, atMs, objects);
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
}
