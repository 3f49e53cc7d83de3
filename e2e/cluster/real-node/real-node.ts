import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { expect } from "@playwright/test";
import type { ControlPlane } from "../control-plane.ts";

const SUPERVISOR = resolve(import.meta.dirname, "../../real-node/supervisor.mjs");
const READY_LIMIT_MS = 120_000;

/** The reason why this machine runs no real node; undefined if it runs one. */
export const realNodeMissing = process.env.REAL_NODE_MISSING;

interface KubeletSettings {
  /** The eviction threshold: `99%` means DiskPressure. */
  readonly nodefsAvailable?: string;
  /** YAML of further fields. */
  readonly more?: string;
}

/** A kubelet and a containerd in separate namespaces, with a registry of a few images. */
export interface RealNode {
  readonly name: string;
  readonly dir: string;
  /** The process id of the supervisor; every name that the node has on the machine contains it. */
  readonly pid: number;
  putStaticPod(name: string, manifest: object): void;
  removeStaticPod(name: string): void;
  /** Adds a tag to the registry, such as `agent:99`, with the content of another. */
  publishImage(tag: string, from?: string): void;
  withdrawImage(tag: string): void;
  stopKubelet(): Promise<void>;
  continueKubelet(): Promise<void>;
  restartKubelet(settings?: KubeletSettings): Promise<void>;
  /** Names a network plugin that does not exist: new pods get no sandbox. */
  breakNetwork(): void;
  repairNetwork(): void;
  /** Ends the node as a power cut does; its folder stays for `boot`. */
  cutPower(): Promise<void>;
  boot(): Promise<void>;
  untilReady(): Promise<void>;
  /** Kills the supervisor. A second process then removes the node. */
  kill(): void;
  stop(): Promise<void>;
}

/** Resolves with the node's folder once kubelet runs. Rejects with the supervisor's sentence if it ends before. */
function folderOf(child: ChildProcess, lines: Interface): Promise<string> {
  let errors = "";
  child.stderr?.on("data", (part: Buffer) => {
    errors += part.toString("utf8");
  });
  return new Promise((done, failed) => {
    lines.once("line", (line) => done(line.replace("REAL_NODE_DIR=", "")));
    child.once("close", () => failed(new Error(errors.trim().split("\n").at(-1))));
  });
}

async function expectReady(cluster: ControlPlane, name: string, status: string): Promise<void> {
  const conditionOf = `jsonpath={.status.conditions[?(@.type=="Ready")].status}`;
  const read = async () => (await cluster.kubectl(["get", "node", name, "-o", conditionOf])).stdout;
  await expect.poll(read, { timeout: READY_LIMIT_MS, message: `node ${name} is Ready=${status}` }).toBe(status);
}

/** Starts a real node next to the fake ones, and waits until it is Ready. */
export async function startRealNode(
  cluster: ControlPlane,
  name = "real-1",
  programs: string = process.env.REAL_NODE ?? "",
): Promise<RealNode> {
  const child = spawn(process.execPath, [SUPERVISOR, programs, cluster.kubeconfig, name], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => undefined);
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const lines = createInterface({ input: child.stdout });
  const dir = await folderOf(child, lines);
  const send = (line: string): Promise<void> => {
    child.stdin.write(`${line}\n`);
    return new Promise((done, failed) => {
      lines.once("line", () => done());
      child.once("exit", () => failed(new Error(`the real node ended at "${line}"`)));
    });
  };
  const manifest = (tag: string) => join(dir, "registry", "manifests", tag);
  const staticPod = (pod: string) => join(dir, "static", `${pod}.json`);
  const network = join(dir, "cni", "10-real-node.conflist");
  const workingNetwork = readFileSync(network, "utf8");
  const node: RealNode = {
    name,
    dir,
    pid: child.pid ?? 0,
    putStaticPod: (pod, content) => writeFileSync(staticPod(pod), JSON.stringify(content)),
    removeStaticPod: (pod) => rmSync(staticPod(pod)),
    publishImage: (tag, from = "agent:1") => copyFileSync(manifest(from), manifest(tag)),
    withdrawImage: (tag) => rmSync(manifest(tag)),
    stopKubelet: () => send("signal SIGSTOP"),
    continueKubelet: () => send("signal SIGCONT"),
    restartKubelet: (settings = {}) => send(`kubelet ${JSON.stringify(settings)}`),
    breakNetwork: () => writeFileSync(network, workingNetwork.replace('"bridge"', '"absent"')),
    repairNetwork: () => writeFileSync(network, workingNetwork),
    cutPower: () => send("cut"),
    boot: () => send("boot"),
    untilReady: () => expectReady(cluster, name, "True"),
    kill: () => void child.kill("SIGKILL"),
    async stop() {
      child.stdin.end();
      await ended;
      lines.close();
    },
  };
  try {
    await node.untilReady();
  } catch (error) {
    await node.stop();
    throw error;
  }
  return node;
}
