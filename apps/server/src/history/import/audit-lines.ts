import { basename } from "node:path";
import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";
import { auditTime, isAuditEvent } from "./audit-event.ts";
import { ImportError } from "./file-documents.ts";
import { fileLines } from "./file-lines.ts";

/** A line of one of several files. `at` is the index of the file; `file` is its name, if there are several. */
export type AuditLine =
  | { readonly event: Json; readonly at: number }
  | { readonly number: number; readonly isCutOff: boolean; readonly at: number; readonly file: string | undefined };

/**
 * A gap between files that is longer than this suggests a missing file: kubelets report their nodes at least every five
 * minutes.
 */
const LONG_GAP_MS = 600_000;

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
      // A line that is not JSON is no event.
    }
    yield isJson(event) && isAuditEvent(event) ? { event, at } : { number, isCutOff, at, file };
  }
}

/** The earliest and latest time of each file. */
export class FileSpans {
  readonly #paths: readonly string[];
  readonly #spans = new Map<number, Span>();
  readonly #invalid = new Set<number>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  take(line: AuditLine): void {
    if (!("event" in line)) {
      this.#invalid.add(line.at);
      return;
    }
    const { fromMs, toMs } = this.#spans.get(line.at) ?? { fromMs: Number.POSITIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY };
    const atMs = auditTime(line.event);
    this.#spans.set(line.at, { fromMs: Math.min(fromMs, atMs ?? fromMs), toMs: Math.max(toMs, atMs ?? toMs) });
  }

  /**
   * Throws ImportError for a file that is no audit log, and if all files are empty. An empty file next to others is
   * allowed, because rotation may have just created it.
   */
  check(): void {
    const invalidAt = this.#paths.findIndex((_, at) => this.#invalid.has(at) && !this.#spans.has(at));
    const isEmpty = this.#spans.size === 0;
    if (invalidAt !== -1 || isEmpty)
      throw new ImportError("is no audit log: no line of it is an Event of audit.k8s.io", this.#paths[Math.max(0, invalidAt)]);
  }

  get hole(): Span | undefined {
    return holeOf([...this.#spans.values()]);
  }
}

/** Returns the longest period between the files without an event; undefined if no period is long. */
function holeOf(spans: readonly Span[]): Span | undefined {
  let hole: Span | undefined;
  let coveredToMs: number | undefined;
  for (const { fromMs, toMs } of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    const longest = hole === undefined ? LONG_GAP_MS : hole.toMs - hole.fromMs;
    if (coveredToMs !== undefined && fromMs - coveredToMs > longest) hole = { fromMs: coveredToMs, toMs: fromMs };
    coveredToMs = Math.max(coveredToMs ?? toMs, toMs);
  }
  return hole;
}

/**
 * Merges the lines of several files by time; lines of a file keep their order. Rotated files therefore follow each
 * other, and files of several API servers are interleaved. The order of `paths` does not matter. Memory: a line of each
 * file.
 */
export async function* mergedLines(paths: readonly string[]): AsyncGenerator<AuditLine> {
  const files = paths.map((path, at) => ({
    lines: auditLines(path, at, paths.length === 1 ? undefined : basename(path)),
    // A line without a time has the time of the line before it.
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
