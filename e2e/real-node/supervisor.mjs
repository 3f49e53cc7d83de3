// Runs one real node next to a control plane: node supervisor.mjs PROGRAMS KUBECONFIG NAME. Prints REAL_NODE_DIR=FOLDER
// once kubelet runs, or exits 1 with one sentence. A line on standard input is a command, answered by the same line:
// `cut` (power cut), `boot`, `signal NAME` (to kubelet), `kubelet JSON` (restarts it with changed settings). The end of
// standard input is the end of the node. A second process removes everything, even if this one is killed.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CNI_BIN } from "./requirements.mjs";

const here = import.meta.dirname;
const [programs = "", kubeconfig = "", name = "real-1"] = process.argv.slice(2);
const PREFIX = "daemonscope-real-node-";
const START_LIMIT_MS = 120_000;
const CGROUPS = "/sys/fs/cgroup";
const dir = join(tmpdir(), `${PREFIX}${process.pid}`);
const cgroup = `real-node-${process.pid}`;
const link = `rn${process.pid}`;
const clean = (folder) => spawnSync("bash", [join(here, "clean.sh"), folder], { stdio: ["ignore", "ignore", "inherit"] });

/** Removes what is left of nodes whose supervisor and cleaner were both killed. */
function cleanLeftovers() {
  for (const folder of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(tmpdir(), folder);
    const owner = folder.slice(PREFIX.length);
    if (owner !== String(process.pid) && existsSync(`/proc/${owner}`)) continue;
    console.error(`real-node: removing ${path}, which an earlier run left`);
    if (existsSync(join(path, "cgroup"))) clean(path);
    else rmSync(path, { recursive: true, force: true });
  }
}

/** Returns the first two addresses of a subnet that this machine does not use. */
function freeSubnet() {
  const used = new Set(
    Object.values(networkInterfaces())
      .flat()
      .map((address) => address?.address.split(".").slice(0, 3).join(".")),
  );
  for (let n = process.pid % 250; ; n = (n + 1) % 250) if (!used.has(`10.199.${n}`)) return [`10.199.${n}.1`, `10.199.${n}.2`];
}

const server = /^ *server: *(\S+)/m.exec(readFileSync(kubeconfig, "utf8"))?.[1] ?? "";
const apiPort = Number(new URL(server).port);
const [hostAddress, nodeAddress] = freeSubnet();

/** Returns a file of `config`, with values for its placeholders. */
function filledIn(file, values) {
  const text = readFileSync(join(here, "config", file), "utf8");
  return text.replace(/\$\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

/** Fills in kubelet's settings. `more` is YAML of further fields. */
function writeKubeletConfig({ nodefsAvailable = "1%", more = "" } = {}) {
  const values = { DIR: dir, CGROUP: cgroup, NODEFS_AVAILABLE: nodefsAvailable };
  writeFileSync(join(dir, "kubelet.yaml"), `${filledIn("kubelet.yaml", values)}${more}\n`);
}

function makeFolder() {
  mkdirSync(dir);
  writeFileSync(join(dir, "link"), link);
  writeFileSync(join(dir, "cgroup"), cgroup);
  for (const folder of ["static", "logs", "cni", "kubelet", "containerd", "var", "var-work", "registries/real-node.test", "registry"])
    mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, "resolv.conf"), "");
  cpSync(kubeconfig, join(dir, "kubeconfig"));
  // A test adds tags, so the manifests are the node's own.
  symlinkSync(join(programs, "registry", "blobs"), join(dir, "registry", "blobs"));
  cpSync(join(programs, "registry", "manifests"), join(dir, "registry", "manifests"), { recursive: true });
  cpSync(join(here, "config", "hosts.toml"), join(dir, "registries", "real-node.test", "hosts.toml"));
  writeFileSync(join(dir, "containerd.toml"), filledIn("containerd.toml", { DIR: dir, CNI_BIN }));
  writeFileSync(join(dir, "cni", "10-real-node.conflist"), filledIn("cni.conflist", { POD_CIDR: "10.200.0.0/24" }));
  writeKubeletConfig();
}

/** Makes a group in every hierarchy (cgroup v1); kubelet makes those of the pods below it. */
function makeCgroups() {
  for (const hierarchy of readdirSync(CGROUPS)) {
    const root = join(CGROUPS, hierarchy);
    if (!existsSync(join(root, "cgroup.procs"))) continue;
    const group = join(root, cgroup);
    mkdirSync(group, { recursive: true });
    // Both are empty in a new group, which then accepts no process.
    for (const file of ["cpuset.cpus", "cpuset.mems"])
      if (existsSync(join(root, file))) writeFileSync(join(group, file), readFileSync(join(root, file)));
  }
}

const pids = () =>
  readFileSync(join(CGROUPS, "pids", cgroup, "cgroup.procs"), "utf8")
    .split("\n")
    .filter((pid) => pid !== "");
const readProc = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // The process has just ended.
  }
};
const firstProcess = () => pids().find((pid) => /^NSpid:\t\d+\t1$/m.test(readProc(pid, "status")));
const kubelet = () => pids().find((pid) => readProc(pid, "cmdline").includes(`\0kubelet\0--config=${dir}/`));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function until(what, read, isOver) {
  for (const fromMs = Date.now(); ; await sleep(20)) {
    const value = read();
    if (value !== undefined) return value;
    if (isOver()) throw new Error(existsSync(join(dir, "failure")) ? readFileSync(join(dir, "failure"), "utf8").trim() : `${what} ended`);
    if (Date.now() - fromMs > START_LIMIT_MS) throw new Error(`${what} did not start in ${START_LIMIT_MS / 1000} s`);
  }
}

async function boot() {
  makeCgroups();
  rmSync(join(dir, "failure"), { force: true });
  const namespaces = ["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc", "--net", "--uts"];
  const node = ["bash", join(here, "node.sh"), dir, programs, name, nodeAddress, String(apiPort)];
  // The shell joins the node's cgroup first, so that every process of the node is in it.
  const script = `echo $$ > ${CGROUPS}/pids/${cgroup}/cgroup.procs; exec "$@" > "$0/node.log" 2>&1`;
  const child = spawn("bash", ["-c", script, dir, "unshare", ...namespaces, ...node], { stdio: "ignore", detached: true });
  let isOver = false;
  child.once("exit", () => {
    isOver = true;
  });
  const first = await until("the node's first process", firstProcess, () => isOver);
  // The API server reaches kubelet (logs, exec) over this pair of links.
  for (const command of [
    `link add ${link} type veth peer name eth0 netns ${first}`,
    `addr add ${hostAddress}/30 dev ${link}`,
    `link set ${link} up`,
  ]) {
    const { status, stderr } = spawnSync("ip", command.split(" "), { encoding: "utf8" });
    if (status !== 0) throw new Error(`ip ${command}: ${stderr.trim()}`);
  }
  await until("kubelet", kubelet, () => isOver);
}

const commands = {
  boot,
  cut: () => void spawnSync("bash", [join(here, "clean.sh"), dir, "keep"], { stdio: "inherit" }),
  signal: (signal) => process.kill(Number(kubelet()), signal),
  async kubelet(settings) {
    const before = kubelet();
    writeKubeletConfig(JSON.parse(settings));
    process.kill(Number(before), "SIGTERM");
    await until(
      "kubelet",
      () => [kubelet()].find((pid) => pid !== before),
      () => false,
    );
  },
};

cleanLeftovers();
makeFolder();
// Not killed by a signal to the process group. Its standard input ends with this process.
const cleaner = spawn("bash", [join(here, "clean.sh"), dir], { stdio: ["pipe", "ignore", "inherit"], detached: true });
const ended = new Promise((done) => cleaner.once("exit", done));
let isEnding = false;
async function end(code) {
  if (isEnding) return;
  isEnding = true;
  cleaner.stdin.end();
  const cleaned = await ended;
  process.exit(code || cleaned || 0);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0));

// The API server listens on the machine's loopback. A socket is a file, so it leads there from the node's network.
createServer((from) => {
  const to = connect(apiPort, "127.0.0.1");
  for (const [a, b] of [
    [from, to],
    [to, from],
  ])
    a.on("error", () => b.destroy()).on("close", () => b.destroy());
  from.pipe(to).pipe(from);
}).listen(join(dir, "api.sock"));

const lines = createInterface({ input: process.stdin });
lines.once("close", () => end(0));
try {
  await boot();
  console.log(`REAL_NODE_DIR=${dir}`);
  for await (const line of lines) {
    const [command = "", ...rest] = line.split(" ");
    await commands[command](rest.join(" "));
    console.log(line);
  }
} catch (error) {
  if (!isEnding) console.error(error.message);
  await end(1);
}
