import { type ChildProcess, spawn } from "node:child_process";
import type { CommandResult } from "../control-plane.ts";
import { type RawWatch, rawWatch } from "../oracle.ts";

const STREAM = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
const PATHS = {
  pods: `/api/v1/pods?${STREAM}`,
  daemonsets: `/apis/apps/v1/daemonsets?${STREAM}`,
  events: `/api/v1/events?${STREAM}`,
} as const;
const LIST_LIMIT_MS = 30_000;
type Watched = keyof typeof PATHS;

/** One of the two clusters on which a story runs. Both get the same commands, and record the answers of their APIs. */
export interface Side {
  readonly name: "simulator" | "control plane";
  /** Runs a shell line in which `kubectl` reaches this cluster. */
  shell(line: string, input?: string): Promise<CommandResult>;
  /** Waits until no pod and no DaemonSet changed for `forMs` of the cluster's time. */
  quiet(forMs: number): Promise<void>;
  readonly tape: Tape;
  stop(): Promise<void>;
}

/** The lines of the watches of one cluster. */
export class Tape {
  readonly #kubeconfig: string;
  #watches: ReadonlyMap<Watched, RawWatch>;

  constructor(kubeconfig: string) {
    this.#kubeconfig = kubeconfig;
    this.#watches = this.#start(Object.keys(PATHS) as Watched[]);
  }

  #start(resources: readonly Watched[]): ReadonlyMap<Watched, RawWatch> {
    return new Map(resources.map((resource) => [resource, rawWatch(this.#kubeconfig, PATHS[resource])]));
  }

  /**
   * Restarts the watches: first all existing objects, then changes. Resolves when all existing objects have arrived.
   */
  async rewind(): Promise<void> {
    this.stop();
    this.#watches = this.#start(Object.keys(PATHS) as Watched[]);
    const isListed = () => [...this.#watches.values()].every(({ lines }) => lines.some((line) => line.startsWith('{"type":"BOOKMARK"')));
    for (const fromMs = Date.now(); !isListed(); await new Promise((done) => setTimeout(done, 25)))
      if (Date.now() - fromMs > LIST_LIMIT_MS) throw new Error("a watch does not list the existing objects");
  }

  lines(resource: Watched): readonly string[] {
    return this.#watches.get(resource)?.lines ?? [];
  }

  stop(): void {
    for (const watch of this.#watches.values()) watch.stop();
  }
}

/** Returns a shell for one cluster. */
export function shellOf(kubeconfig: string, cacheDir: string): Side["shell"] {
  const environment = { ...process.env, KUBECONFIG: kubeconfig, KUBECACHEDIR: cacheDir };
  return (line, input) => {
    // Opens a pipe only for input, because a short command may end before a write to its pipe.
    const child: ChildProcess = spawn("bash", ["-c", line], {
      env: environment,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (part: Buffer) => {
      stdout += part.toString("utf8");
    });
    child.stderr?.on("data", (part: Buffer) => {
      stderr += part.toString("utf8");
    });
    if (input !== undefined) child.stdin?.end(input);
    return new Promise((done, failed) => {
      child.once("error", failed);
      child.once("close", (code) => done({ code: code ?? -1, stdout, stderr }));
    });
  };
}

/** Runs a line that must exit with 0, and returns its standard output. */
export async function mustShell(side: Pick<Side, "name" | "shell">, line: string, input?: string): Promise<string> {
  const { code, stdout, stderr } = await side.shell(line, input);
  if (code !== 0) throw new Error(`${side.name}: ${line.split("\n")[0]} exited ${code}: ${stderr}`);
  return stdout;
}
