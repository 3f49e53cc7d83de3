import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { nodeBinary } from "./node-binary.ts";
import { cannotRun } from "./step.ts";

const run = promisify(execFile);
/** A Node.js version of the release line in distroless images. */
const NODE = "22.23.3";

/** Returns the last line of a failed program's standard error. */
export const lastLine = (error: unknown): string =>
  String((error as { readonly stderr?: string }).stderr || error)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .at(-1) ?? "";

/**
 * Returns buildah with a separate store, so that the machine's store is not touched. RUN steps of a Dockerfile run
 * without privileges. The step ends if there is no buildah.
 */
export function buildahIn(folder: string): (...args: readonly string[]) => Promise<string> {
  if (spawnSync("buildah", ["--version"]).status !== 0) cannotRun("there is no buildah: apt-get install buildah");
  const store = ["--root", join(folder, "store"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  return async (...args) => (await run("buildah", [...store, ...args], { cwd: folder, maxBuffer: 1 << 26 })).stdout.trim();
}

/**
 * Makes a folder with the content of a distroless base: Node.js, its linked libraries, certificates and two users; no
 * shell, no package manager.
 */
async function baseRoot(folder: string): Promise<string> {
  const node = await nodeBinary(NODE);
  const root = join(folder, "base");
  const put = (from: string, to: string) => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    cpSync(from, join(root, to), { dereference: true });
  };
  put(node, "/nodejs/bin/node");
  const { stdout } = await run("ldd", [node]);
  for (const [library] of stdout.matchAll(/\/\S+\.so\S*/g)) put(library, library);
  put("/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/certs/ca-certificates.crt");
  mkdirSync(join(root, "tmp"), { recursive: true });
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0::/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n");
  writeFileSync(join(root, "etc/group"), "root:x:0:\nnonroot:x:65532:\n");
  return root;
}

/** Builds a base image, because without a registry none can be pinned. Returns its name. */
export async function localBase(folder: string, buildah: ReturnType<typeof buildahIn>): Promise<string> {
  const root = await baseRoot(folder);
  const file = join(folder, "Base.Dockerfile");
  writeFileSync(file, "FROM scratch\nCOPY . /\n");
  await buildah("build", "--isolation", "chroot", "-f", file, "-t", "localhost/node-base", root);
  return "localhost/node-base";
}

/** The part of an image's configuration that says how it runs. */
interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** The parts of an image that a container needs: its root and its configuration. */
export interface Bundle {
  readonly folder: string;
  readonly root: string;
  readonly config: ImageConfig;
}

/**
 * Writes the bundle of a hardened container: an unprivileged user, no capability, a read-only root and a separate
 * process tree. It uses the machine's network, so that the test reaches it.
 */
export function writeBundle({ folder, root, config }: Bundle, command: readonly string[], memoryBytes: number): void {
  const [uid = Number.NaN, gid = Number.NaN] = config.User.split(":").map(Number);
  const none = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] };
  writeFileSync(
    join(folder, "config.json"),
    JSON.stringify({
      ociVersion: "1.0.2",
      process: {
        user: { uid, gid },
        args: command,
        env: config.Env,
        cwd: config.WorkingDir,
        capabilities: none,
        noNewPrivileges: true,
      },
      root: { path: root, readonly: true },
      mounts: [
        { destination: "/proc", type: "proc", source: "proc" },
        { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "mode=755", "size=64k"] },
      ],
      linux: { namespaces: ["pid", "ipc", "uts", "mount"].map((type) => ({ type })), resources: { memory: { limit: memoryBytes } } },
    }),
  );
}

/**
 * Returns the first runtime that can run a bundle, crun (the usual one of kubelets) or runc, with the bundle's output.
 * If neither can, the step ends with both error messages.
 */
export function runtimeFor({ folder }: Bundle): { readonly runtime: readonly [string, ...string[]]; readonly printed: string } {
  const problems: string[] = [];
  for (const name of ["crun", "runc"]) {
    if (spawnSync(name, ["--version"]).status !== 0) {
      problems.push(`there is no ${name}`);
      continue;
    }
    const state = ["--root", join(folder, name)];
    const { status, stdout, stderr } = spawnSync(name, [...state, "run", `daemonscope-try-${process.pid}`], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status === 0) return { runtime: [name, ...state], printed: stdout.trim() };
    problems.push(`${name} says: ${lastLine({ stderr })}`);
  }
  return cannotRun(problems.join("; "));
}

/** Returns the size of an image in a registry: the sum of its compressed layers. */
export function compressedBytes(layout: string): number {
  const blob = (digest: string) => JSON.parse(readFileSync(join(layout, "blobs", digest.replace(":", "/")), "utf8"));
  const index = JSON.parse(readFileSync(join(layout, "index.json"), "utf8"));
  const layers: readonly { readonly size: number }[] = blob(index.manifests[0].digest).layers;
  return layers.reduce((sum, { size }) => sum + size, 0);
}
