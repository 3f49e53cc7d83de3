import type { SourceName } from "@daemonscope/kube/source-status";
import { isOlderVersion } from "@daemonscope/kube/values/resource-version";
import { objectField, textField } from "@daemonscope/kube-client/decode/fields";
import type { AuditEvent } from "./audit-event.ts";
import type { ImportLimitations } from "./import-limitations.ts";

/** Answers of one API server are logged out of order by at most this time. */
const MAX_DISORDER_MS = 1000;
/** Versions older than this are no longer compared, because no clock is that wrong. */
const REMEMBERED_MS = 900_000;

interface Written {
  readonly version: string;
  readonly atMs: number;
  /** The index of the file. */
  readonly file: number;
}

/**
 * Detects API servers whose clocks differ. Versions rise with each write on any server. If a lower version has a later
 * time than a higher one of another file, their clocks differ.
 */
export class AuditClocks {
  /** By kind, in rising order of version. */
  readonly #written = new Map<SourceName, Written[]>();
  #worst: { readonly ms: number; readonly words: string } | undefined;

  take({ source, isWrite, answer, atMs, words }: AuditEvent, file: number): void {
    if (!isWrite || answer.is !== "object") return;
    const version = textField(objectField(answer.object, "metadata"), "resourceVersion") ?? "";
    const written = this.#written.get(source) ?? [];
    this.#written.set(source, written);
    const later = written.find((each) => isOlderVersion(version, each.version) && each.file !== file);
    if (later !== undefined) {
      const ms = atMs - later.atMs;
      if (ms > Math.max(MAX_DISORDER_MS, this.#worst?.ms ?? 0)) this.#worst = { ms, words };
    }
    const last = written.at(-1);
    if (last === undefined || isOlderVersion(last.version, version)) written.push({ version, atMs, file });
    while ((written[0]?.atMs ?? atMs) < atMs - REMEMBERED_MS) written.shift();
  }

  reportTo(limitations: ImportLimitations): void {
    if (this.#worst === undefined) return;
    const { ms, words } = this.#worst;
    limitations.addOne(
      `the clocks of the API servers differ by ${(ms / 1000).toFixed(1)} s or more, so events within that time may be out of order: ${words}`,
    );
  }
}
