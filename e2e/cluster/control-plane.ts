import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real control plane with fake kubelets, alone in its temporary folder. It ends with the process that started it. */
export interface ControlPlane {
  readonly kubeconfig: string;
  readonly dir: string;
  /** Runs the kubectl of the same version. */
  kubectl(args: readonly string[], input?: string): Promise<CommandResult>;
  /** Runs kubectl and returns its standard output. Throws unless it exits 0. */
  mustKubectl(args: readonly string[], input?: string): Promise<string>;
  /** Runs a line in a POSIX shell in which `kubectl` is this one. Throws unless it exits 0. */
  paste(line: string): Promise<string>;
  /** Kills the API server. It restarts in some seconds, unless it is held. */
  killApiServer(): void;
  holdApiServer(): void;
  releaseApiServer(): void;
  /** Stops the API server's process: connections stay open and nothing answers. */
  freezeApiServer(): void;
  thawApiServer(): void;
  /** Kills the controllers until they are released. They do not see the steps of changes made meanwhile. */
  holdControllers(): void;
  releaseControllers(): void;
  stop(): Promise<void>;
}

export interface ControlPlaneOptions {
  readonly nodes: number;
  readonly nodeGrace?: string;
  /** The controllers to run, separated by commas. DaemonSets need the default. */
  readonly controllers?: string;
  /** An audit policy. The log is then `audit.log` in `dir`. */
  readonly auditPolicy?: string;
  /** Feature gates of the API server, as in `ShardedListAndWatch=true`. */
  readonly gates?: string;
}

/** Runs a program to its end. */
export function run(
  command: string,
  args: readonly string[],
  input: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const child = spawn(command, args, { env: environment, stdio: ["pipe", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part: Buffer) => {
    stdout += part.toString("utf8");
  });
  child.stderr.on("data", (part: Buffer) => {
    stderr += part.toString("utf8");
  });
  // A process that ends before it has read its input reports the reason by its exit code, so the broken pipe is
  // ignored.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input ?? "");
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", (code) => done({ code: code ?? -1, stdout, stderr }));
  });
}

function waitForKubeconfig(child: ChildProcess): Promise<string> {
  let output = "";
  return new Promise((done, failed) => {
    child.stdout?.on("data", (part: Buffer) => {
      output += part.toString("utf8");
      const found = /^KUBECONFIG=(.+)$/m.exec(output)?.[1];
      if (found !== undefined) done(found);
    });
    child.stderr?.on("data", (part: Buffer) => {
      output += part.toString("utf8");
    });
    child.once("exit", (code) => failed(new Error(`the control plane ended with ${code}:\n${output}`)));
  });
}

/** Starts the binary that CONTROL_PLANE names, and waits until its nodes are Ready. */
export async function startControlPlane({
  nodes,
  nodeGrace = "12s",
  controllers,
  auditPolicy,
  gates,
}: ControlPlaneOptions): Promise<ControlPlane> {
  const binary = process.env.CONTROL_PLANE;
  if (binary === undefined) throw new Error("CONTROL_PLANE names no binary; run this lane by npm run test:cluster");
  const dir = mkdtempSync(join(tmpdir(), "daemonscope-cluster-"));
  const flags = ["--with-parent", "--dir", dir, "--nodes", String(nodes), "--node-grace", nodeGrace, "--port", "0"];
  if (controllers !== undefined) flags.push("--controllers", controllers);
  if (gates !== undefined) flags.push("--feature-gates", gates);
  if (auditPolicy !== undefined) {
    const policy = join(dir, "audit-policy.yaml");
    writeFileSync(policy, auditPolicy);
    flags.push("--audit-policy", policy);
  }
  const child = spawn(binary, ["up", ...flags], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const kubeconfig = await waitForKubeconfig(child);
  const environment = { ...process.env, KUBECONFIG: kubeconfig, KUBECACHEDIR: join(dir, "kubectl-cache") };
  const kubectl = (args: readonly string[], input?: string) => run("kubectl", args, input, environment);
  const must = async (what: string, running: Promise<CommandResult>) => {
    const result = await running;
    if (result.code !== 0) throw new Error(`${what} exited ${result.code}: ${result.stderr}`);
    return result.stdout;
  };
  const holdOf = (component: string) => join(dir, `${component}.hold`);
  const signal = (name: NodeJS.Signals, component = "kube-apiserver") =>
    process.kill(Number(readFileSync(join(dir, `${component}.pid`), "utf8")), name);
  return {
    kubeconfig,
    dir,
    kubectl,
    mustKubectl: (args, input) => must(`kubectl ${args.join(" ")}`, kubectl(args, input)),
    paste: (line) => must(line, run("sh", ["-c", line], undefined, environment)),
    killApiServer: () => signal("SIGKILL"),
    holdApiServer: () => writeFileSync(holdOf("kube-apiserver"), ""),
    releaseApiServer: () => rmSync(holdOf("kube-apiserver"), { force: true }),
    freezeApiServer: () => signal("SIGSTOP"),
    thawApiServer: () => signal("SIGCONT"),
    holdControllers() {
      writeFileSync(holdOf("kube-controller-manager"), "");
      signal("SIGKILL", "kube-controller-manager");
    },
    releaseControllers: () => rmSync(holdOf("kube-controller-manager"), { force: true }),
    async stop() {
      const ended = new Promise<void>((done) => child.once("exit", () => done()));
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
