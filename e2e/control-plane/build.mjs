// Builds the control plane and kubectl into a folder of the user's cache, once for each state of their sources, and
// prints the control plane's path. KUBERNETES=1.37 selects the version. CONTROL_PLANE=/path/to/binary skips the build;
// kubectl is then the one next to it, or the one on the path. Exits 2 with one sentence if Go is missing or too old, if
// the version is unknown, or if the build fails.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;
const NEEDED = [1, 26];
/** The module file of each Kubernetes version. The first version is the default. */
const MODULES = new Map([
  ["1.36", "go.mod"],
  ["1.37", "go-1.37.mod"],
]);

function fail(sentence) {
  console.error(`control-plane: ${sentence}`);
  process.exit(2);
}

const override = process.env.CONTROL_PLANE;
if (override !== undefined && override !== "") {
  if (!existsSync(override)) fail(`CONTROL_PLANE names ${override}, and there is no such file.`);
  console.log(override);
  process.exit(0);
}

const minor = process.env.KUBERNETES || [...MODULES.keys()][0];
const moduleFile = MODULES.get(minor);
if (moduleFile === undefined) fail(`KUBERNETES names ${minor}, and there are ${[...MODULES.keys()].join(" and ")}.`);

const modules = [moduleFile, moduleFile.replace(/mod$/, "sum")];
const sources = readdirSync(here)
  .filter((name) => modules.includes(name) || name === "kwok.yaml" || name.endsWith(".go"))
  .concat(join("kubectl", "main.go"))
  .sort();
const hash = createHash("sha256");
for (const name of sources) hash.update(`${name}\0`).update(readFileSync(join(here, name)));
const folder = join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  "daemonscope",
  `kubernetes-${hash.digest("hex").slice(0, 16)}`,
);
const binary = join(folder, "control-plane");
if (existsSync(binary)) {
  console.log(binary);
  process.exit(0);
}

const version = spawnSync("go", ["env", "GOVERSION"], { encoding: "utf8", cwd: here });
const [goMajor = 0, goMinor = 0] = (/go(\d+)\.(\d+)/.exec(version.stdout ?? "") ?? []).slice(1).map(Number);
if (version.status !== 0 || goMajor < NEEDED[0] || (goMajor === NEEDED[0] && goMinor < NEEDED[1]))
  fail(
    `the real control plane needs Go ${NEEDED.join(".")} or newer to be built (found ${version.status === 0 ? version.stdout.trim() : "none"}): install Go, or set CONTROL_PLANE=/path/to/binary.`,
  );

const moduleFlags = ["-mod=readonly", `-modfile=${moduleFile}`];
const module = spawnSync("go", ["list", ...moduleFlags, "-m", "-f", "{{.Version}}", "k8s.io/kubernetes"], { encoding: "utf8", cwd: here });
if (module.status !== 0) fail(`Go cannot read the module: ${module.stderr.trim().split("\n").at(-1)}`);
const kubernetes = module.stdout.trim();
const flags = [`gitVersion=${kubernetes}`, "gitMajor=1", `gitMinor=${kubernetes.split(".")[1]}`].map(
  (set) => `-X k8s.io/component-base/version.${set}`,
);

// Built under a temporary name, then renamed, so that two simultaneous builds do not conflict.
const unfinished = `${folder}.${process.pid}`;
mkdirSync(unfinished, { recursive: true });
console.error(
  `control-plane: building Kubernetes ${minor}: etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kwok, kubectl and kubelet (some minutes the first time)`,
);
const built = spawnSync(
  "go",
  [
    "build",
    ...moduleFlags,
    "-buildvcs=false",
    "-trimpath",
    "-ldflags",
    `-s -w ${flags.join(" ")}`,
    "-o",
    `${unfinished}/`,
    ".",
    "./kubectl",
  ],
  { cwd: here, stdio: ["ignore", 2, 2] },
);
if (built.status !== 0) {
  rmSync(unfinished, { force: true, recursive: true });
  fail("the build failed, see above.");
}
const captured = spawnSync(join(unfinished, "control-plane"), ["up", "--capture-bootstrap", join(unfinished, "bootstrap.json")], {
  stdio: ["ignore", "ignore", "pipe"],
  encoding: "utf8",
});
if (captured.status !== 0) {
  rmSync(unfinished, { force: true, recursive: true });
  fail(`the first start failed: ${captured.stderr.trim().split("\n").at(-1)}`);
}
try {
  renameSync(unfinished, folder);
} catch (cause) {
  // Another build ended first: a folder that is not empty cannot be replaced.
  rmSync(unfinished, { force: true, recursive: true });
  if (!existsSync(binary)) throw cause;
}
console.log(binary);
