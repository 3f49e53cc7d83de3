import { closeSync, fsyncSync, writeSync } from "node:fs";
import { openAppendOnly } from "./append-file.ts";

/** One line: how a request that was sent for somebody stood at a moment. The last line of an id is how it ended; one that ends with `sent` is not known. */
export interface RequestLine {
  /** RFC 3339, of the machine's clock. */
  readonly at: string;
  readonly cluster: string;
  readonly id: string;
  /** As the cluster says whose token it is. */
  readonly who: string;
  /** `PATCH /apis/apps/v1/namespaces/a/daemonsets/b`: no body, which may hold values that are kept back. */
  readonly request: string;
  readonly state: "sent" | "done" | "refused" | "unknown";
  readonly message?: string;
}

/** Where it is written down what was sent for others. */
export interface RequestAudit {
  /** On the disk before it returns: throws where it cannot be. */
  write(line: RequestLine): void;
  close(): void;
}

/** JSON lines in a file that only ever grows. Throws as `openAppendOnly` does. */
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
