import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { truncateMiddle } from "../../platform/text/truncate-middle.ts";
import { fileLabel } from "../../watch/manifests/read-text-source.ts";
import type { ManifestSources } from "../options/query-options.ts";

/** The files of one value of -f or -k, which are evaluated together. */
interface ManifestFiles {
  /** Names them in a message. */
  readonly label: string;
  readonly files: readonly string[];
  /** The text that kustomize built; absent for files. */
  readonly text?: string;
}

/** The names that kubectl reads in a directory. */
const MANIFEST_NAME = /\.(ya?ml|json)$/;
const MAX_KUSTOMIZE_BYTES = 256 * 1024 * 1024;

/** Returns the manifests of a directory in kubectl's order: by name, with subdirectories only if `isRecursive`. */
async function filesIn(directory: string, isRecursive: boolean): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const sorted = entries.sort((a, b) => compareTexts(a.name, b.name));
  const found = await Promise.all(
    sorted.map(async (entry): Promise<readonly string[]> => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return isRecursive ? filesIn(path, true) : [];
      return MANIFEST_NAME.test(entry.name) ? [path] : [];
    }),
  );
  return found.flat();
}

/** Reports whether the path is a directory. A path that cannot be read is none: the reader of the file reports it. */
const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

async function filesOf(path: string, isRecursive: boolean): Promise<ManifestFiles> {
  if (path === "-" || !(await isDirectory(path))) return { label: fileLabel(path), files: [path] };
  const files = await filesIn(path, isRecursive).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`directory ${path} cannot be read: ${cause.code ?? String(cause)}.`);
  });
  const hint = isRecursive ? "" : " Use -R to read its subdirectories too.";
  if (files.length === 0) throw new UsageError(`directory ${path} holds no .yaml, .yml or .json file.${hint}`);
  return { label: `directory ${path}`, files };
}

/** Returns the reason in kubectl's error: `error: REASON`, or a log line with `err="REASON"`. */
function kubectlReason(stderr: string): string {
  const line = stderr.trim().split("\n")[0] ?? "";
  const logged = /\berr="((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
  const reason = logged?.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? " " : escaped)) ?? line;
  return reason.replace(/^error: /, "");
}

/** Returns what `kubectl kustomize` prints. Undefined if the user interrupts. */
function kustomized(directory: string, stop: AbortSignal): Promise<ManifestFiles | undefined> {
  return new Promise((done, fail) => {
    const options = { maxBuffer: MAX_KUSTOMIZE_BYTES, signal: stop, windowsHide: true };
    execFile("kubectl", ["kustomize", "--", directory], options, (error, stdout, stderr) => {
      if (stop.aborted) return done(undefined);
      if (error === null) return done({ label: `kustomization ${directory}`, files: [], text: stdout });
      if (error.code === "ENOENT")
        return fail(
          new UsageError("-k runs kubectl kustomize, and kubectl is not on the PATH: install it, or pipe the output of kustomize to -f -."),
        );
      const reason = kubectlReason(stderr);
      fail(new UsageError(`-k ${directory}: kubectl kustomize failed: ${truncateMiddle(reason === "" ? error.message : reason)}`));
    });
  });
}

/** Returns the files of -f and then those of -k, in order. Undefined if the user interrupts. Throws UsageError. */
export async function manifestFiles(
  { files, kustomizations, isRecursive }: ManifestSources,
  stop: AbortSignal,
): Promise<readonly ManifestFiles[] | undefined> {
  const sources: ManifestFiles[] = [];
  for (const path of files) sources.push(await filesOf(path, isRecursive));
  for (const directory of kustomizations) {
    const built = await kustomized(directory, stop);
    if (built === undefined) return undefined;
    sources.push(built);
  }
  return sources;
}
