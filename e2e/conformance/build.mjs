// Builds the programs of this lane from Go modules into the user's cache folder, once for each state of their sources.
// They are Kubernetes' own end-to-end specs of workloads, and third-party tools. Each is a separate Go module in
// `modules`, which pins its version and all checksums.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;
const COMMON = ["-mod=readonly", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w"];

export function fail(sentence) {
  console.error(`conformance: ${sentence}`);
  process.exit(2);
}

/**
 * Builds with `go ARGS -o FILE TARGET` in a folder unless the result for these sources exists, and returns the file. An
 * environment variable may name another file.
 */
function built({ name, what, folder, sources, args, target, variable }) {
  const override = process.env[variable];
  if (override !== undefined && override !== "") {
    if (!existsSync(override)) fail(`${variable} names ${override}, and there is no such file.`);
    return override;
  }
  const hash = createHash("sha256");
  for (const source of sources) hash.update(`${source}\0`).update(readFileSync(join(folder, source)));
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "daemonscope");
  const binary = join(cache, `${name}-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(binary)) return binary;
  if (spawnSync("go", ["version"]).status !== 0) fail(`${what} must be built by Go: install it, or set ${variable}=/path/to/binary.`);

  mkdirSync(cache, { recursive: true });
  // Built under a temporary name, then renamed, so that two simultaneous builds do not conflict.
  const unfinished = `${binary}.${process.pid}`;
  console.error(`conformance: building ${what}`);
  const { status } = spawnSync("go", [...args, ...COMMON, "-o", unfinished, target], { cwd: folder, stdio: ["ignore", 2, 2] });
  if (status !== 0) {
    rmSync(unfinished, { force: true });
    fail(`${what} cannot be built, see above.`);
  }
  renameSync(unfinished, binary);
  return binary;
}

/** Builds the specs as one binary. */
export const builtSpecs = () =>
  built({
    name: "conformance-specs",
    what: "Kubernetes' end-to-end specs of workloads (ten minutes the first time)",
    folder: here,
    sources: ["go.mod", "go.sum", "specs_test.go"],
    // Upstream's tests do not pass the vet of newer compilers.
    args: ["test", "-c", "-vet=off"],
    target: ".",
    variable: "CONFORMANCE_SPECS",
  });

/**
 * Returns the folder of a Go module that `modules/crds` pins; undefined if it is neither cached nor available. Its
 * checksums are verified.
 */
export function downloadedModule(path) {
  const folder = join(here, "modules", "crds");
  const version = new RegExp(`^\\s*${path.replaceAll(".", "\\.")} (v\\S+)$`, "m").exec(readFileSync(join(folder, "go.mod"), "utf8"))?.[1];
  const { stdout } = spawnSync("go", ["mod", "download", "-json", `${path}@${version}`], { cwd: folder, encoding: "utf8" });
  try {
    return JSON.parse(stdout).Dir;
  } catch {
    return undefined;
  }
}

/** Builds a third-party tool by the folder of its module. Returns its binary and its version. */
export function builtTool(name) {
  const folder = join(here, "modules", name);
  const text = readFileSync(join(folder, "go.mod"), "utf8");
  const path = /^tool (\S+)$/m.exec(text)?.[1] ?? "";
  // Selects the longest module path that contains the program.
  const modules = [...text.matchAll(/^\s*(?:require )?(\S+) (v\S+)/gm)].filter(
    ([, module]) => path === module || path.startsWith(`${module}/`),
  );
  const [, , version] = modules.sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const binary = built({
    name,
    what: `${name} ${version} (some minutes the first time)`,
    folder,
    sources: ["go.mod", "go.sum"],
    args: ["build"],
    target: path,
    variable: name.toUpperCase().replaceAll("-", "_"),
  });
  return { binary, version };
}
