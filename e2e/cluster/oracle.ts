import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

/** The API server's own status of a DaemonSet, unchanged: (generation, observedGeneration, the seven counts). */
interface OracleStatus {
  readonly generation: number;
  readonly observedGeneration: number;
  readonly counts: readonly number[];
}

export const COUNT_FIELDS = [
  "desiredNumberScheduled",
  "currentNumberScheduled",
  "numberReady",
  "updatedNumberScheduled",
  "numberAvailable",
  "numberUnavailable",
  "numberMisscheduled",
] as const;

/** A raw watch of one path, line by line, by the real kubectl. */
export interface RawWatch {
  readonly lines: readonly string[];
  stop(): void;
}

/** Returns the resourceVersion in a watch line, also of a bookmark; undefined for an error. */
function versionIn(line: string | undefined): string | undefined {
  if (line === undefined) return undefined;
  const { type, object } = JSON.parse(line) as {
    readonly type: string;
    readonly object: { readonly metadata?: { readonly resourceVersion?: string } };
  };
  return type === "ERROR" ? undefined : object.metadata?.resourceVersion;
}

/**
 * Watches a path. The API server ends the watch of a reader that is too slow in a burst. The watch then continues after
 * the last line, so that no line is missing. `onLine` gets each line as it arrives.
 */
export function rawWatch(kubeconfig: string, path: string, onLine: (line: string) => void = () => undefined): RawWatch {
  const lines: string[] = [];
  const [resource = "", query = ""] = path.split("?");
  let isOver = false;
  let child: ChildProcess | undefined;
  const start = (from: string) => {
    child = spawn("kubectl", ["get", "--raw", from], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let rest = "";
    child.stdout?.on("data", (part: Buffer) => {
      const parts = (rest + part.toString("utf8")).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts.filter((text) => text !== "")) {
        lines.push(line);
        onLine(line);
      }
    });
    child.once("close", () => {
      const version = versionIn(lines.at(-1));
      if (isOver || version === undefined) return;
      const parameters = new URLSearchParams(query);
      parameters.delete("sendInitialEvents");
      parameters.delete("resourceVersionMatch");
      parameters.set("resourceVersion", version);
      start(`${resource}?${parameters}`);
    });
  };
  start(path);
  return {
    lines,
    stop() {
      isOver = true;
      child?.kill("SIGTERM");
    },
  };
}

interface WatchLine {
  readonly type: string;
  readonly object: {
    readonly metadata: { readonly name: string; readonly namespace?: string; readonly generation?: number };
    readonly status?: Readonly<Record<string, number>>;
  };
}

/** Returns the statuses of one DaemonSet in the lines of a watch, in order, without repetitions. */
export function statusesIn(lines: readonly string[], namespace: string, name: string): readonly OracleStatus[] {
  const found: OracleStatus[] = [];
  let last = "";
  for (const text of lines) {
    const { type, object } = JSON.parse(text) as WatchLine;
    if ((type !== "ADDED" && type !== "MODIFIED") || object.metadata.name !== name || object.metadata.namespace !== namespace) continue;
    const status = {
      generation: object.metadata.generation ?? 0,
      observedGeneration: object.status?.observedGeneration ?? 0,
      counts: COUNT_FIELDS.map((field) => object.status?.[field] ?? 0),
    };
    const key = JSON.stringify(status);
    if (key === last) continue;
    last = key;
    found.push(status);
  }
  return found;
}

/** Appends the events of a watch to a recording: one JSON line each, with its resource. */
export function appendRecording(file: string, resource: string, lines: readonly string[]): void {
  for (const line of lines) appendFileSync(file, `${JSON.stringify({ resource, line })}\n`);
}
