import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { FailurePace } from "@daemonscope/kube-client/http/failure-pace";
import { createTransport } from "@daemonscope/kube-client/http/transport";
import { startClusterWatch } from "@daemonscope/server/watch/cluster-watch";
import { WRITE_LABEL } from "../harness/served-cluster.ts";

/** What a client of the API server knows of its nodes. */
export interface Subject {
  readonly nodes: ReadonlyMap<string, number>;
  /** Writes that were delivered twice. */
  readonly doubled: () => number;
  /** The last time at which it reported that its data may be old; undefined if it never did. */
  readonly reportedAtMs: () => number | undefined;
  clearReport(): void;
  stop(): Promise<void>;
}

class View {
  readonly nodes = new Map<string, number>();
  readonly #seen = new Set<string>();
  doubled = 0;
  reportedAtMs: number | undefined;

  put(name: string, write: number): void {
    const delivery = `${name} ${write}`;
    if (this.#seen.has(delivery)) this.doubled++;
    this.#seen.add(delivery);
    this.nodes.set(name, write);
  }
  drop(name: string): void {
    this.nodes.delete(name);
  }
  report(): void {
    this.reportedAtMs ??= performance.now();
  }
}

const subjectOf = (view: View, stop: () => Promise<void>): Subject => ({
  nodes: view.nodes,
  doubled: () => view.doubled,
  reportedAtMs: () => view.reportedAtMs,
  clearReport() {
    view.reportedAtMs = undefined;
  },
  stop,
});

function watchWithDaemonscope(url: string): Subject {
  const view = new View();
  const watch = startClusterWatch({
    transport: createTransport({ server: url, authorize: () => Promise.resolve(0), pace: new FailurePace(systemTimers) }),
    sources: ["nodes"],
    emit(event) {
      if (event.do === "put" && event.kind === "nodes") view.put(event.object.record.name, Number(event.object.record.labels[WRITE_LABEL]));
      if (event.do === "drop" && event.kind === "nodes") view.drop(event.key);
    },
    pace: RETRY_POLICY,
    nowMs: Date.now,
    random: Math.random,
    onChange: () => undefined,
    onStatus(source, { state }) {
      if (source === "nodes" && state !== "live" && view.nodes.size > 0) view.report();
    },
    onGap: () => undefined,
    onProblem: () => undefined,
    onVersion: () => undefined,
  });
  return subjectOf(view, () => watch.close());
}

/** Reads "P NAME WRITE", "D NAME" and "L 0" from a process, or kubectl's table with the write in its last column. */
function watchWithProcess(child: ChildProcess): Subject {
  const view = new View();
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [what, name = "", ...more] = line.trim().split(/\s+/);
      const write = more.at(-1);
      if (what === "P" || what === "ADDED" || what === "MODIFIED") view.put(name, Number(write));
      else if (what === "D" || what === "DELETED") view.drop(name);
      else if (what === "L" && name === "0") view.report();
    }
  });
  // A client that ends reports the fault by its exit code.
  child.on("exit", () => view.report());
  return subjectOf(view, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((done) => child.once("exit", () => done()));
    child.kill("SIGKILL");
    await ended;
  });
}

/** The flags of control-plane/build.mjs, so that compiled packages are reused. */
const BUILD = ["build", "-mod=readonly", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o"];
const controlPlane = join(import.meta.dirname, "../../control-plane");

/** Builds the client with client-go's informer. Returns undefined without Go. */
function builtInformer(): string | undefined {
  const given = process.env.FAULTS_INFORMER;
  if (given !== undefined && existsSync(given)) return given;
  const binary = join(mkdtempSync(join(tmpdir(), "daemonscope-informer-")), "informer");
  const { status } = spawnSync("go", [...BUILD, binary, "./informer"], { cwd: controlPlane, stdio: "inherit" });
  return status === 0 ? binary : undefined;
}

const output = (command: string, args: readonly string[]) =>
  watchWithProcess(spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] }));

/** The clients of the scorecard that this machine can run, by name, and the reasons for the others. */
export function subjects(): { readonly start: Readonly<Record<string, (url: string) => Subject>>; readonly missing: readonly string[] } {
  const informer = builtInformer();
  const hasKubectl = spawnSync("kubectl", ["version", "--client"]).status === 0;
  return {
    start: {
      Daemonscope: watchWithDaemonscope,
      "client-node 2.0.1": (url) => output(process.execPath, [join(import.meta.dirname, "client-node.mjs"), url]),
      ...(informer === undefined ? {} : { "client-go 0.36.3": (url: string) => output(informer, [url]) }),
      ...(hasKubectl
        ? {
            "kubectl get -w": (url: string) =>
              output("kubectl", ["--server", url, "get", "nodes", "--watch", "--output-watch-events", "--no-headers", "-L", WRITE_LABEL]),
          }
        : {}),
    },
    missing: [
      ...(informer === undefined ? ["client-go: Go is not installed"] : []),
      ...(hasKubectl ? [] : ["kubectl: it is not installed"]),
      "Headlamp: it has no package in npm or Debian, and its watch runs only in its own page",
    ],
  };
}
