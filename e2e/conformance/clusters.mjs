// The two clusters of this lane: a simulator, and the real control plane with fake kubelets, of one size.
import { spawn, spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { endsWithUs } from "./ends-with-us.mjs";

const here = import.meta.dirname;
export const SERVER = join(here, "..", "..", "apps", "server", "dist", "main.js");
/** Cluster sizes by name: a scenario, the number of real nodes, and taints that upstream's suite must ignore. */
export const SIZES = {
  /** Nodes without taints, and no changes in namespaces other than the one of the specs. */
  small: { scenario: "min-ready-seconds", nodes: 3, taints: [] },
  tour: { scenario: "tour", nodes: 48, taints: ["node-role.kubernetes.io/control-plane", "dedicated", "nvidia.com/gpu"] },
};

/** Builds the control plane and kubectl, and puts their folder on the path. Returns the control plane. */
export function controlPlane() {
  const script = join(here, "..", "control-plane", "build.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  if (status !== 0) process.exit(status ?? 2);
  const binary = stdout.trim();
  process.env.PATH = [dirname(binary), process.env.PATH].join(delimiter);
  return binary;
}

/** Starts a program and waits until its output matches `line`. */
export function started(command, args, line, environment = process.env) {
  const child = endsWithUs(spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env: environment }));
  let output = "";
  return new Promise((done, failed) => {
    child.stdout.on("data", (part) => {
      output += part;
      if (line.test(output)) done(child);
    });
    child.once("exit", (code) => failed(new Error(`${command} ended with ${code}:\n${output}`)));
  });
}

export function stop(child) {
  const ended = new Promise((done) => child.once("close", done));
  child.kill("SIGTERM");
  return ended;
}

const STARTS = {
  simulator(folder, { scenario }) {
    const kubeconfig = join(folder, "simulator.kubeconfig");
    const args = [SERVER, "simulate", scenario, "--port", "0", "--write-kubeconfig", kubeconfig];
    return { kubeconfig, start: () => started(process.execPath, args, /^export KUBECONFIG=/m) };
  },
  real(folder, { nodes }) {
    const dir = join(folder, "control-plane");
    const args = ["up", "--with-parent", "--dir", dir, "--nodes", String(nodes), "--port", "0", "--controllers", "*"];
    return { kubeconfig: join(dir, "kubeconfig"), start: () => started(controlPlane(), args, /^KUBECONFIG=/m) };
  },
};

export const CLUSTERS = Object.keys(STARTS);

/** Starts a cluster by its name in a separate folder, passes its kubeconfig to `play`, and ends it. */
export async function withCluster(name, size, folder, play) {
  const { kubeconfig, start } = STARTS[name](folder, SIZES[size]);
  const child = await start();
  try {
    return await play(kubeconfig);
  } finally {
    await stop(child);
  }
}
