import { execFile, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "..");
const run = promisify(execFile);

/**
 * Returns the environment of a user who never used npm here. Nothing is cached, configured or inherited from the npm
 * that runs the tests, and no registry is used.
 */
function emptyHome(folder: string): NodeJS.ProcessEnv {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const withoutNpmConfig = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_.*|daemonscope_.*|kubeconfig|node_.*|bash_env|env|lc_.*|lang.*)$/i.test(name)),
  );
  return {
    ...withoutNpmConfig,
    HOME: home,
    LC_ALL: "C",
    npm_config_cache: join(folder, "cache"),
    npm_config_globalconfig: join(home, "no-global-npmrc"),
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
  };
}

/** Returns the path of the file that npm packed into a folder. */
function tarballIn(folder: string): string {
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack left no tarball");
  return join(folder, tarball);
}

/**
 * Packs as a release does: `npm pack` in apps/server, which builds first. Returns the path of the tarball in the
 * folder, the standard output and the standard error.
 */
export async function packByNpm(folder: string): Promise<{ readonly tarball: string; readonly printed: string; readonly stderr: string }> {
  const { stdout, stderr } = await run("npm", ["pack", "--pack-destination", folder], {
    cwd: join(root, "apps/server"),
    maxBuffer: 1 << 26,
  });
  return { tarball: tarballIn(folder), printed: stdout, stderr };
}

/** Packs the existing build, and returns the path of the tarball in the folder. */
export async function packBuilt(folder: string): Promise<string> {
  const assembled = join(folder, "assembled");
  await run(process.execPath, [join(root, "scripts/pack/assemble.mjs"), assembled]);
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: assembled, env: emptyHome(folder) });
  return tarballIn(folder);
}

/** A tarball that is installed in an otherwise empty folder. */
export interface Installed {
  /** Names of the files in `node_modules/.bin`. */
  readonly bins: readonly string[];
  /** The installed package. */
  readonly folder: string;
  /** The Node.js that runs it, and its entry. */
  readonly program: readonly [string, string];
  /** Runs a program of `node_modules/.bin` to its end with this standard input. */
  ask(bin: string, args: readonly string[], stdin?: string): SpawnSyncReturns<string>;
  /** Runs these lines in a shell with the installed programs in its PATH. */
  shell(name: string, lines: readonly string[]): SpawnSyncReturns<string>;
  /** Returns the CPU milliseconds of a command: the minimum of three runs, because other load only adds to it. */
  cpuMs(args: readonly string[], stdin?: string): number;
}

const CPU_SCRIPT = 'process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write("cpu "+(user+system)/1000+"\\n")})';
/** A module for `--import` that prints the CPU milliseconds of a process to standard error at its end. */
export const CPU_PRELOAD = `data:text/javascript,${encodeURIComponent(CPU_SCRIPT)}`;

/** Returns the CPU milliseconds that `CPU_PRELOAD` printed. */
export const cpuMsIn = (stderr: string): number => Number(/^cpu (\S+)$/m.exec(stderr)?.[1]);

/** Installs a tarball into an empty folder, as `npm install FILE` does without a network. */
export async function installPacked(tarball: string, folder: string, node: string = process.execPath): Promise<Installed> {
  const installFolder = join(folder, "installed");
  mkdirSync(installFolder, { recursive: true });
  // If this folder has no package.json, npm installs into a parent folder that has one.
  writeFileSync(join(installFolder, "package.json"), '{ "private": true }\n');
  const env = emptyHome(folder);
  await run("npm", ["install", "--no-audit", "--no-fund", tarball], { cwd: installFolder, env });
  const bin = join(installFolder, "node_modules", ".bin");
  const packed = join(installFolder, "node_modules", "daemonscope");
  const main = join(packed, "release", "main.js");
  // A name of .bin finds its Node.js on the path.
  const onPath = { ...env, PATH: `${dirname(node)}${delimiter}${env.PATH ?? ""}` };
  const options = (input: string) => ({
    cwd: installFolder,
    env: onPath,
    input,
    encoding: "utf8" as const,
  });
  return {
    bins: readdirSync(bin).sort(),
    folder: packed,
    program: [node, main],
    ask: (name, args, stdin = "") => spawnSync(join(bin, name), args, options(stdin)),
    shell: (name, lines) =>
      spawnSync(name, ["-c", lines.join("\n")], { ...options(""), env: { ...onPath, PATH: `${bin}${delimiter}${onPath.PATH}` } }),
    cpuMs(args, stdin = "") {
      const once = () => {
        const { stderr } = spawnSync(node, ["--import", CPU_PRELOAD, main, ...args], options(stdin));
        return cpuMsIn(stderr);
      };
      return Math.min(once(), once(), once());
    },
  };
}

/** Maximum size of the package: the program, the page and the docs. */
export const PACKED_LIMIT_BYTES = 3_200_000;
