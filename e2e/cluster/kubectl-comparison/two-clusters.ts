import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type CommandResult, type ControlPlane, run, startControlPlane } from "../control-plane.ts";

const MAIN = resolve(import.meta.dirname, "../../../apps/server/dist/main.js");
const NODES = ["node-0", "node-1", "node-2", "node-3"];

/** One raw HTTP request. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType?: string;
  readonly accept?: string;
  readonly body?: string;
}

export interface RawAnswer {
  readonly code: number;
  readonly body: string;
  /** Texts of its Warning headers. */
  readonly warnings: readonly string[];
}

/** Returns the texts of a Warning header, which has the form `299 - "text"`, separated by commas. */
const warningsIn = (header: string | undefined): readonly string[] =>
  [...(header ?? "").matchAll(/299 \S+ ("(?:[^"\\]|\\.)*")/g)].map(([, quoted]) => JSON.parse(quoted ?? '""') as string);

/** Access to a cluster by kubectl and by raw requests. */
export interface KubectlCluster {
  kubectl(args: readonly string[], input?: string): Promise<CommandResult>;
  ask(request: RawRequest): Promise<RawAnswer>;
}

/** The real control plane and the simulator, with the same nodes and nothing else, and the same kubectl for both. */
export interface TwoClusters {
  readonly real: KubectlCluster;
  readonly simulated: KubectlCluster;
  stop(): Promise<void>;
}

function createRequester(kubeconfig: string): KubectlCluster["ask"] {
  const text = readFileSync(kubeconfig, "utf8");
  const server = /server: (\S+)/.exec(text)?.[1] ?? "";
  const data = (name: string) => Buffer.from(new RegExp(`${name}-data: (\\S+)`).exec(text)?.[1] ?? "", "base64");
  const credentials = { ca: data("certificate-authority"), cert: data("client-certificate"), key: data("client-key") };
  return ({ method, path, contentType, accept = "application/json", body }) =>
    new Promise((done, failed) => {
      const headers = {
        accept,
        ...(contentType === undefined ? {} : { "content-type": contentType }),
        ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
      };
      const secure = server.startsWith("https:");
      const sent = secure
        ? secureRequest(`${server}${path}`, { method, headers, ...credentials })
        : plainRequest(`${server}${path}`, { method, headers });
      sent.setTimeout(20_000, () => sent.destroy(new Error(`no answer to ${method} ${path}`)));
      sent.once("error", failed);
      sent.once("response", (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.once("end", () =>
          done({
            code: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString("utf8"),
            warnings: warningsIn(response.headers.warning),
          }),
        );
      });
      sent.end(body);
    });
}

function node(name: string, at: number): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: {
        "kwok.x-k8s.io/node": "fake",
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": "amd64",
        "topology.kubernetes.io/zone": `zone-${"abc"[at % 3]}`,
      },
    },
  });
}

function startSimulator(kubeconfig: string): Promise<ChildProcess> {
  // Any scenario works: its objects are deleted, and its later steps find no objects.
  const child = spawn(process.execPath, [MAIN, "simulate", "hw-rng", "--write-kubeconfig", kubeconfig], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  return new Promise((done, failed) => {
    child.stdout.on("data", (part: Buffer) => {
      output += part.toString("utf8");
      if (output.includes("export KUBECONFIG=")) done(child);
    });
    child.stderr.on("data", (part: Buffer) => {
      output += part.toString("utf8");
    });
    child.once("exit", (code) => failed(new Error(`daemonscope simulate ended with ${code}:\n${output}`)));
  });
}

async function mustKubectl(cluster: KubectlCluster, args: readonly string[], input?: string): Promise<void> {
  const result = await cluster.kubectl(args, input);
  if (result.code !== 0) throw new Error(`kubectl ${args.join(" ")} exited ${result.code}: ${result.stderr}`);
}

async function createNodes(cluster: KubectlCluster): Promise<void> {
  for (const [at, name] of NODES.entries()) await mustKubectl(cluster, ["create", "-f", "-"], node(name, at));
  await mustKubectl(cluster, ["wait", "--for=condition=Ready", "node", "--all", "--timeout=60s"]);
  // The not-ready taint of a new node is removed after the node is Ready.
  await mustKubectl(cluster, ["wait", "--for=jsonpath={.spec}={}", "node", "--all", "--timeout=60s"]).catch(() => undefined);
}

export async function startTwoClusters(): Promise<TwoClusters> {
  const dir = mkdtempSync(join(tmpdir(), "daemonscope-comparison-"));
  const plane: ControlPlane = await startControlPlane({ nodes: 0 });
  const kubeconfig = join(dir, "kubeconfig");
  const simulator = await startSimulator(kubeconfig);
  const environment = { ...process.env, KUBECONFIG: kubeconfig, KUBECACHEDIR: join(dir, "cache") };
  const simulated: KubectlCluster = {
    kubectl: (args, input) => run("kubectl", args, input, environment),
    ask: createRequester(kubeconfig),
  };
  const real: KubectlCluster = { kubectl: plane.kubectl, ask: createRequester(plane.kubeconfig) };
  await mustKubectl(simulated, ["delete", "daemonsets,nodes", "--all"]);
  await Promise.all([real, simulated].map(createNodes));
  return {
    real,
    simulated,
    async stop() {
      const ended = new Promise<void>((done) => simulator.once("exit", () => done()));
      simulator.kill("SIGTERM");
      await Promise.all([ended, plane.stop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
