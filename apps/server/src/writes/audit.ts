import { closeSync, fsyncSync, readFileSync, writeSync } from "node:fs";
import type { ActionRecord } from "@daemonscope/shared/http/acting";
import { openAppendOnly } from "./append-file.ts";
import type { Trace } from "./trace.ts";

/** One line: how an action stood at a moment. The last line of an action is how it ended. */
export interface AuditLine {
  /** RFC 3339, of the machine's clock. */
  readonly at: string;
  readonly cluster: string;
  readonly record: ActionRecord;
  /** How it left the objects, so that the way back is offered after a restart too, while they are so; absent while nothing was done. */
  readonly left?: Trace;
}

/** An action of a process before this one. */
export interface OldAction {
  readonly record: ActionRecord;
  /** Undefined where nobody wrote that down. */
  readonly left: Trace | undefined;
}

/** Where it is written down what was done. */
export interface Audit {
  /** Written before it returns: throws where it cannot be. */
  write(line: AuditLine): void;
  /** What was written before this process began, in the order of the last line of each; those of one cluster. */
  before(cluster: string): readonly OldAction[];
  close(): void;
}

/** Nothing is kept beyond the process. */
export const noAudit: Audit = { write: () => undefined, before: () => [], close: () => undefined };

const isLine = (value: unknown): value is AuditLine =>
  typeof value === "object" && value !== null && "record" in value && "cluster" in value && typeof value.cluster === "string";

function lineOf(text: string): AuditLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    // A torn last line loses that line.
    return undefined;
  }
}

/** Whoever ends in the middle leaves what it does not know. */
function ended(record: ActionRecord): ActionRecord {
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

/** More is not shown. */
export const MOST_RECORDS = 1000;

/** JSON lines in a file that only ever grows. Each line is on the disk before `write` returns: what is sent to a cluster is written down first. Throws as `openAppendOnly` does. */
export function fileAudit(path: string): Audit {
  const file = openAppendOnly(path);
  // By the open file: another may stand at the path by now.
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
      const last = new Map<string, OldAction>();
      for (const line of known) {
        if (line.cluster !== cluster) continue;
        last.delete(line.record.id);
        last.set(line.record.id, { record: ended(line.record), left: line.left });
      }
      return [...last.values()].slice(-MOST_RECORDS);
    },
    close: () => closeSync(file),
  };
}
