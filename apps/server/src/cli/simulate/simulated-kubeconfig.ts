import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { stringify } from "yaml";
import { UsageError } from "../../platform/failure/usage-error.ts";

const MARK = "# Written by daemonscope simulate; it may be written over.";
const NAME = "daemonscope-simulated";

/** Returns a kubeconfig whose only context is the simulated cluster. */
export function kubeconfigText(serverUrl: string): string {
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: NAME, cluster: { server: serverUrl, "insecure-skip-tls-verify": true } }],
    users: [{ name: NAME, user: {} }],
    contexts: [{ name: NAME, context: { cluster: NAME, user: NAME } }],
    "current-context": NAME,
  };
  return `${MARK}\n${stringify(config)}`;
}

function whyNot(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return `there is no folder ${dirname(path)}`;
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
    case "EPERM":
      return "this user may not write there";
    default:
      return code ?? "unknown cause";
  }
}

/**
 * Throws UsageError with one sentence if the kubeconfig may not be written. It never overwrites a foreign file, which
 * might be the only access to the user's clusters.
 */
export function checkKubeconfigFile(file: string): void {
  const path = resolve(file);
  try {
    accessSync(dirname(path), constants.W_OK);
    if (!statSync(dirname(path)).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
    if (readFileSync(path, "utf8").startsWith(MARK)) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && existsSync(dirname(path))) return;
    throw new UsageError(`--write-kubeconfig ${file} cannot be written: ${whyNot(path, error)}.`);
  }
  throw new UsageError(`--write-kubeconfig ${file} exists and was not written by simulate: choose another file.`);
}

/** Writes the kubeconfig and returns its path. Throws as checkKubeconfigFile does. */
export function writeKubeconfig(serverUrl: string, file: string | undefined): { readonly path: string; remove(): void } {
  const text = kubeconfigText(serverUrl);
  if (file === undefined) {
    const path = join(mkdtempSync(join(tmpdir(), "daemonscope-")), "kubeconfig");
    writeFileSync(path, text, { mode: 0o600 });
    return { path, remove: () => rmSync(dirname(path), { recursive: true, force: true }) };
  }
  const path = resolve(file);
  checkKubeconfigFile(file);
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (error) {
    throw new UsageError(`--write-kubeconfig ${file} cannot be written: ${whyNot(path, error)}.`);
  }
  return { path, remove: () => {} };
}
