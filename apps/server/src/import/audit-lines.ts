import { basename } from "node:path";
import { isJson, type Json } from "../cluster/decode/fields.ts";
import { auditTime, isAudit } from "./audit-event.ts";
import { ImportError } from "./file-documents.ts";
import { fileLines } from "./file-lines.ts";

/** A line of one of several files; `at`: which. `file` names it where there are several. */
export type AuditLine =
  | { readonly event: Json; readonly at: number }
  | { readonly number: number; readonly isCutOff: boolean; readonly at: number; readonly file: string | undefined };

/** Between two files of a cluster that works something is written all the time: kubelets tell of their nodes at least each five minutes. */
const LONG_HOLE_MS = 600_000;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

async function* auditLines(path: string, at: number, file: string | undefined): AsyncGenerator<AuditLine> {
  for await (const { number, text, isCutOff } of fileLines(path)) {
    let event: unknown;
    try {
      event = JSON.parse(text);
    } catch {
      // What is no JSON is no event either.
    }
    yield isJson(event) && isAudit(event) ? { event, at } : { number, isCutOff, at, file };
  }
}

/** From when to when each file tells of something. */
export class FileSpans {
  readonly #paths: readonly string[];
  readonly #spans = new Map<number, Span>();
  readonly #strange = new Set<number>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  take(line: AuditLine): void {
    if (!("event" in line)) {
      this.#strange.add(line.at);
      return;
    }
    const { fromMs, toMs } = this.#spans.get(line.at) ?? { fromMs: Number.POSITIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY };
    const atMs = auditTime(line.event);
    this.#spans.set(line.at, { fromMs: Math.min(fromMs, atMs ?? fromMs), toMs: Math.max(toMs, atMs ?? toMs) });
  }

  /** Throws ImportError for a file that is no audit log, and where all are empty: one that is empty may have been begun just now. */
  check(): void {
    const strange = this.#paths.findIndex((_, at) => this.#strange.has(at) && !this.#spans.has(at));
    const isNone = this.#spans.size === 0;
    if (strange !== -1 || isNone)
      throw new ImportError("is no audit log: no line of it is an Event of audit.k8s.io", this.#paths[Math.max(0, strange)]);
  }

  get hole(): Span | undefined {
    return holeOf([...this.#spans.values()]);
  }
}

/** The longest time that no file tells of, between the first and the last of them; undefined where none is long. */
function holeOf(spans: readonly Span[]): Span | undefined {
  let hole: Span | undefined;
  let toldToMs: number | undefined;
  for (const { fromMs, toMs } of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    const longest = hole === undefined ? LONG_HOLE_MS : hole.toMs - hole.fromMs;
    if (toldToMs !== undefined && fromMs - toldToMs > longest) hole = { fromMs: toldToMs, toMs: fromMs };
    toldToMs = Math.max(toldToMs ?? toMs, toMs);
  }
  return hole;
}

/** The lines of several files by time, those of each in their order: rotated files follow each other, and those of several API servers are interleaved, in whatever order they are named.
 *  A line of each is in memory. */
export async function* mergedLines(paths: readonly string[]): AsyncGenerator<AuditLine> {
  const files = paths.map((path, at) => ({
    lines: auditLines(path, at, paths.length === 1 ? undefined : basename(path)),
    // A line without a time is of that of the line before.
    atMs: Number.NEGATIVE_INFINITY,
    head: undefined as AuditLine | undefined,
    path,
  }));
  const next = async (file: (typeof files)[number]): Promise<void> => {
    try {
      const { value, done } = await file.lines.next();
      file.head = done === true ? undefined : value;
    } catch (error) {
      if (error instanceof ImportError) throw new ImportError(error.message, file.path);
      throw error;
    }
    if (file.head !== undefined && "event" in file.head) file.atMs = auditTime(file.head.event) ?? file.atMs;
  };
  for (const file of files) await next(file);
  for (;;) {
    let first: (typeof files)[number] | undefined;
    for (const file of files) if (file.head !== undefined && (first === undefined || file.atMs < first.atMs)) first = file;
    if (first?.head === undefined) return;
    yield first.head;
    await next(first);
  }
}
