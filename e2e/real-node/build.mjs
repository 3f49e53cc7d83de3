// Builds containerd, its shim, and the images of a real node into the user's cache folder, once for each state of their
// sources, and prints the folder's path. REAL_NODE=/path/to/folder skips the build. Exits 3 with one sentence on
// standard output if the machine cannot run a real node, or if the build fails.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeImages } from "./images.mjs";
import { missingRequirement, thisMachine } from "./requirements.mjs";

const here = import.meta.dirname;
const SOURCES = ["agent/go.mod", "agent/main.go", "agent/registry.go", "images.mjs", "runtime/go.mod", "runtime/go.sum"];
const CONTAINERD = "github.com/containerd/containerd/v2";

function skip(sentence) {
  console.log(sentence);
  process.exit(3);
}

const missing = missingRequirement(thisMachine());
if (missing !== undefined) skip(missing);

const override = process.env.REAL_NODE;
if (override !== undefined && override !== "") {
  if (!existsSync(override)) skip(`No test runs on a real node: REAL_NODE names ${override}, and there is no such folder.`);
  console.log(override);
  process.exit(0);
}

const hash = createHash("sha256");
for (const name of SOURCES) hash.update(`${name}\0`).update(readFileSync(join(here, name)));
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "daemonscope");
const folder = join(cache, `real-node-${hash.digest("hex").slice(0, 16)}`);
if (existsSync(folder)) {
  console.log(folder);
  process.exit(0);
}

/** Runs Go without cgo, so that the programs need no library of a container's image. */
function go(module, ...args) {
  const result = spawnSync("go", args, {
    cwd: join(here, module),
    env: { ...process.env, CGO_ENABLED: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  if (result.status === 0) return result.stdout.trim();
  const reason = result.error?.message ?? result.stderr.trim().split("\n").at(-1);
  return skip(`No test runs on a real node: containerd or its images could not be built: ${reason}`);
}

// Built under a temporary name, then renamed, so that two simultaneous builds do not conflict.
const unfinished = `${folder}.${process.pid}`;
process.on("exit", () => rmSync(unfinished, { recursive: true, force: true }));
mkdirSync(unfinished, { recursive: true });
console.error("real-node: building containerd (about two minutes the first time)");
const flags = ["-mod=readonly", "-buildvcs=false", "-trimpath"];
go("agent", "build", ...flags, "-ldflags", "-s -w", "-o", join(unfinished, "agent"), ".");
const version = go("runtime", "list", "-mod=readonly", "-m", "-f", "{{.Version}}", CONTAINERD);
const linked = `-s -w -X ${CONTAINERD}/version.Version=${version}`;
const programs = ["containerd", "containerd-shim-runc-v2"].map((name) => `${CONTAINERD}/cmd/${name}`);
go("runtime", "build", ...flags, "-tags", "no_btrfs no_devmapper no_zfs", "-ldflags", linked, "-o", `${unfinished}/`, ...programs);
makeImages(join(unfinished, "agent"), join(unfinished, "registry"));
if (!existsSync(folder)) renameSync(unfinished, folder);
console.log(folder);
