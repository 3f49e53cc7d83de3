// Processes of a benchmark: their start, output, usage and end. All of them end with the suite.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const TICKS_PER_SECOND = 100;
export const BENCH = join(import.meta.dirname, "..");
export const ROOT = join(BENCH, "..");
export const MAIN = join(ROOT, "apps/server/dist/main.js");
export const DAEMON_SETS = 12;
const URL_LINE = /^(http:\/\/127\.0\.0\.1:\d+)\/?\s*$/m;
const SIMULATOR_LINE = /^simulator (\S+)$/m;
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));
export const load = () => readFileSync("/proc/loadavg", "utf8").split(" ")[0];

const running = new Set();
const folders = new Set();
const closings = new Set();
/** Calls `close` at the end of the suite. */
export const atEnd = (close) => closings.add(close);
function tracked(child) {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}
export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((done) => {
    child.once("exit", done);
    child.kill("SIGTERM");
  });
}
const removeFolders = () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
};
/** Ends everything that a suite started. */
export async function endAll() {
  for (const close of closings) await close();
  closings.clear();
  // The last one started ends first, so that a client ends before its server.
  for (const child of [...running].reverse()) await end(child);
  removeFolders();
}
// If the benchmark is interrupted or fails.
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
  removeFolders();
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-bench-"));
  folders.add(folder);
  return folder;
}

/** Runs a script of the repository, and returns its output. */
export function run(script, args = [], cwd = BENCH) {
  const ran = spawnSync(process.execPath, [script, ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  if (ran.status !== 0) process.exit(ran.status ?? 1);
  return ran.stdout.trim();
}
export const buildPrograms = () => run(join(BENCH, "node_modules/vite/bin/vite.js"), ["build", "--logLevel", "error"]);

/** Starts a program of `bench/dist`, which answers lines with lines of JSON. */
export function program(name, args = [], { nodeArgs = [], environment = {} } = {}) {
  const child = tracked(
    spawn(process.execPath, ["--expose-gc", ...nodeArgs, join(BENCH, "dist", `${name}.js`), ...args.map(String)], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...environment },
    }),
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${name} ended without an answer`);
    return JSON.parse(value);
  };
  const ask = (request) => {
    child.stdin.write(`${typeof request === "string" ? request : JSON.stringify(request)}\n`);
    return nextLine();
  };
  return { child, nextLine, ask, used: () => usedBy(child), end: () => end(child) };
}

/** Runs a program of `bench/dist` to its first line. */
export async function resultOf(name, args, options) {
  const { nextLine, end } = program(name, args, options);
  const result = await nextLine();
  await end();
  return result;
}

/**
 * Starts any program, waits until its output matches all patterns, and returns the first group of each. `input`: "pipe"
 * for a program that ends with this process. `onLine` receives each line of its standard error.
 */
export function started(path, args, patterns, { environment = {}, input = "ignore", onLine } = {}) {
  const child = tracked(spawn(path, args, { stdio: [input, "pipe", "pipe"], env: { ...process.env, ...environment } }));
  let output = "";
  return new Promise((done, failed) => {
    let isFound = false;
    const read = (chunk) => {
      if (isFound) return;
      output += chunk;
      const found = patterns.map((each) => each.exec(output));
      isFound = !found.includes(null);
      if (isFound) done({ child, found: found.map(([all, group]) => group ?? all), used: () => usedBy(child), end: () => end(child) });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    if (onLine !== undefined) createInterface({ input: child.stderr }).on("line", onLine);
    child.once("exit", (code) => failed(new Error(`${args.join(" ")} ended with ${code}:\n${output}`)));
  });
}

/**
 * Starts the product, and waits until its output matches `patterns`. The first group of the first one is its address.
 * `probe`: "turns" or "memory" of server-probe.cjs; `probe()` of the result reads it.
 */
async function product(args, { main = MAIN, nodeArgs = [], probe, patterns }) {
  let resolve;
  const preload = probe === undefined ? [] : ["--expose-gc", "--require", join(BENCH, "harness/server-probe.cjs")];
  const { child, found, used } = await started(process.execPath, [...nodeArgs, ...preload, main, ...args], patterns, {
    environment: probe === undefined ? {} : { BENCH_PROBE: probe },
    onLine: (line) => {
      if (probe !== undefined && line.startsWith("probe ")) resolve?.(JSON.parse(line.slice(6)));
      else if (nodeArgs.length > 0) console.error(line);
    },
  });
  const [url, simulator = url] = found;
  return {
    child,
    url,
    simulator,
    port: Number(new URL(url).port),
    used,
    end: () => end(child),
    ready: () => ready(url),
    probe: () =>
      new Promise((done) => {
        resolve = done;
        child.kill("SIGUSR2");
      }),
  };
}
export const serve = (args, options) => product(["serve", "--no-open", "--port", "0", ...args], { patterns: [URL_LINE], ...options });
/** Serves a simulated cluster; `simulator` of the result is the address of its API server. */
export const serveSimulated = (args, options) =>
  serve(["--simulate=big-cluster", ...args], { patterns: [URL_LINE, SIMULATOR_LINE], ...options });
export const simulate = (args, options) => product(["simulate", "big-cluster", ...args], { patterns: [SIMULATOR_LINE], ...options });
/** Serves the cluster of a kubeconfig without an event log, and waits until everything is read. */
export async function serveReady(kubeconfig, args = ["--history-memory", "0"], options = {}) {
  const server = await serve(["--kubeconfig", kubeconfig, ...args], options);
  await server.ready();
  return server;
}

/** Waits until a server has read everything that it watches. */
export async function ready(url) {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok && (await answer.text()).trim() === "ok") return;
    await wait(100);
  }
}

/** Writes a kubeconfig with a context for each name and address. The first one is the current one. */
export function kubeconfigOf(servers) {
  const path = join(temporaryFolder(), "kubeconfig");
  const names = Object.keys(servers);
  writeFileSync(
    path,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": names[0],
      contexts: names.map((name) => ({ name, context: { cluster: name, user: "u" } })),
      clusters: names.map((name) => ({ name, cluster: { server: servers[name], "insecure-skip-tls-verify": true } })),
      users: [{ name: "u", user: {} }],
    }),
  );
  return path;
}

/** Starts the API server of a generated cluster. */
export async function fleet(nodes, daemonSets = DAEMON_SETS, ...args) {
  const source = program("fleet-source", [nodes, daemonSets, ...args]);
  const { port } = await source.nextLine();
  const url = `http://127.0.0.1:${port}`;
  return { source, url, kubeconfig: kubeconfigOf({ x: url }) };
}

const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").match(/\d+/g) ?? []);

/** Moves a process and its descendants to some cores, such as "0" or "0,1". Processes that they start later follow. */
export function moveToCores(cores, pid = process.pid, { withDescendants = false } = {}) {
  const moved = spawnSync("taskset", ["-acp", cores, String(pid)], { stdio: "ignore" });
  if (moved.status !== 0) throw new Error(`taskset cannot move process ${pid} to cores ${cores}`);
  if (withDescendants) for (const child of childrenOf(pid)) moveToCores(cores, child, { withDescendants });
}

/** Returns the CPU seconds of all threads of a process since its start, and its resident memory. */
export function usedBy({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kb = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return { cpuS: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND, rssMb: kb("VmRSS") / 1024, mostMb: kb("VmHWM") / 1024 };
}

/** Returns the CPU of processes while `work` runs: seconds and percent of a core of each, and the usage at the end. */
export async function usedDuring(processes, work) {
  const before = processes.map(usedBy);
  const fromMs = performance.now();
  const result = await work();
  const seconds = (performance.now() - fromMs) / 1000;
  const used = processes.map(usedBy);
  const cpuS = used.map((each, at) => each.cpuS - before[at].cpuS);
  return { seconds, cpuS, percent: cpuS.map((each) => (each / seconds) * 100), used, result };
}

/** Sends a request; returns status, bytes, milliseconds and text. Status 0: there was no answer. */
export function ask(port, path, { method = "GET", body, agent, headers = {} } = {}) {
  const began = performance.now();
  const content = body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((done) => {
    const answered = (status, answer) =>
      done({ status, bytes: answer.length, ms: performance.now() - began, text: () => answer.toString("utf8") });
    const request = http.request({ host: "127.0.0.1", port, path, method, agent, headers: { ...headers, ...content } }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => answered(response.statusCode, Buffer.concat(chunks)));
    });
    request.on("error", () => answered(0, Buffer.alloc(0)));
    request.end(body);
  });
}

/** Requests /livez until the returned function is called, which returns the latencies. They show event-loop delays. */
export function probeLiveness(port, everyMs = 5) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const latencies = [];
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      const { status, ms } = await ask(port, "/livez", { agent });
      if (status === 200) latencies.push(ms);
      await wait(everyMs);
    }
    agent.destroy();
  })();
  return async () => {
    isOver = true;
    await probing;
    return latencies;
  };
}

const daemonSetsPath = (simulator, namespace) => `${simulator}/apis/apps/v1/namespaces/${namespace}/daemonsets`;
export const daemonSetsOf = async (simulator, namespace) => (await (await fetch(daemonSetsPath(simulator, namespace))).json()).items;
export const daemonSetOf = async (simulator, namespace, name) => (await fetch(`${daemonSetsPath(simulator, namespace)}/${name}`)).json();

/** Changes the image of a DaemonSet's first container, and returns the new generation. */
export async function setImage(simulator, namespace, name, image) {
  const { spec } = await daemonSetOf(simulator, namespace, name);
  const containers = [{ name: spec.template.spec.containers[0].name, image }];
  const changed = await fetch(`${daemonSetsPath(simulator, namespace)}/${name}`, {
    method: "PATCH",
    headers: { "content-type": "application/strategic-merge-patch+json" },
    body: JSON.stringify({ spec: { template: { spec: { containers } } } }),
  });
  if (!changed.ok) throw new Error(`cannot change the image of ${name}: ${changed.status} ${await changed.text()}`);
  return (await changed.json()).metadata.generation;
}
