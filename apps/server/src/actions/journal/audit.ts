import { closeSync, fsyncSync, readFileSync, writeSync } from "node:fs";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { openAppendOnly } from "./append-file.ts";
import type { AppliedState } from "./applied-state.ts";

/** One line: the state of an action at a moment. The last line of an action has its final state. */
export interface AuditRecord {
  /** RFC 3339, on the machine's clock. */
  readonly at: string;
  readonly cluster: string;
  readonly record: ActionRecord;
  /**
   * The state in which the action left the objects. It makes the undo available after a restart too, while the objects
   * are unchanged. Absent while the action is sent, and if it was refused.
   */
  readonly left?: AppliedState;
}

/** An action of an earlier process. */
export interface AuditedAction {
  readonly record: ActionRecord;
  /** Undefined if the state was not recorded. */
  readonly left: AppliedState | undefined;
}

/** The record of all actions. */
export interface Audit {
  /** Returns after the line is written. Throws if it cannot be written. */
  write(line: AuditRecord): void;
  /** Returns the actions on one cluster from before this process, ordered by their last lines. */
  before(cluster: string): readonly AuditedAction[];
  close(): void;
}

/** Keeps nothing beyond the process. */
export const noAudit: Audit = { write: () => undefined, before: () => [], close: () => undefined };

const isLine = (value: unknown): value is AuditRecord =>
  typeof value === "object" && value !== null && "record" in value && "cluster" in value && typeof value.cluster === "string";

function lineOf(text: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    // A torn last line loses that line.
    return undefined;
  }
}

/** Marks an unfinished action of an ended process as unknown or as partly done. */
function withFinalState(record: ActionRecord): ActionRecord {
  const { state } = record;
  switch (state.kind) {
    case "sent":
    case "unknown":
      return { ...record, state: { kind: "unknown", message: "The server ended before it was known whether this was done.", tries: 0 } };
    case "running":
      return {
        ...record,
        state: {
          kind: "partly",
          done: state.back,
          of: state.of,
          message: "The server ended in the middle: the rest is untouched.",
          ended: { kind: "server" },
        },
      };
    default:
      return record;
  }
}

/** The most records that are shown. */
export const MAX_RECORDS = 1000;

/**
 * Writes JSON lines to an append-only file. Each line is on disk before `write` returns, so that a request is recorded
 * before it is sent. Throws as `openAppendOnly` does.
 */
export function fileAudit(path: string): Audit {
  const file = openAppendOnly(path);
  // Reads through the descriptor: another file may be at the path by now.
  const written = readFileSync(file, "utf8");
  const known = written.split("\n").flatMap((text) => lineOf(text) ?? []);
  let isTorn = written !== "" && !written.endsWith("\n");
  return {
    write(line) {
      writeSync(file, `${isTorn ? "\n" : ""}${JSON.stringify(line)}\n`);
      isTorn = false;
      fsyncSync(file);
    },
    before(cluster) {
      const last = new Map<string, AuditedAction>();
      for (const line of known) {
        if (line.cluster !== cluster) continue;
        last.delete(line.record.id);
        last.set(line.record.id, { record: withFinalState(line.record), left: line.left });
      }
      return [...last.values()].slice(-MAX_RECORDS);
    },
    close: () => closeSync(file),
  };
}
