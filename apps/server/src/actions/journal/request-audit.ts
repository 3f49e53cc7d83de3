import { closeSync, fsyncSync, writeSync } from "node:fs";
import { openAppendOnly } from "./append-file.ts";

/**
 * One line: the state of a request for another user at a moment. The last line of an id has its final state. If that
 * is `sent`, the outcome is unknown.
 */
export interface RequestRecord {
  /** RFC 3339, on the machine's clock. */
  readonly at: string;
  readonly cluster: string;
  readonly id: string;
  /** The user of the token, according to the cluster. */
  readonly who: string;
  /** `PATCH /apis/apps/v1/namespaces/a/daemonsets/b`: without the body, which may hold secrets. */
  readonly request: string;
  readonly state: "sent" | "done" | "refused" | "unknown";
  readonly message?: string;
}

/** The record of requests for other users. */
export interface RequestAudit {
  /** Returns after the line is on disk. Throws if it cannot be written. */
  write(line: RequestRecord): void;
  close(): void;
}

/** Writes JSON lines to an append-only file. Throws as `openAppendOnly` does. */
export function fileRequestAudit(path: string): RequestAudit {
  const file = openAppendOnly(path);
  return {
    write(line) {
      writeSync(file, `${JSON.stringify(line)}\n`);
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}
