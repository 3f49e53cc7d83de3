import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { stringify } from "yaml";
import { UsageError } from "../command-line/usage-error.ts";

const MARK = "# Written by daemonscope simulate; it may be written over.";
const NAME = "daemonscope-simulated";

/** A kubeconfig whose only context is the simulated cluster. */
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

/** Writes the kubeconfig and gives back its path. Never over a file that is not ours: it might be the only way to somebody's clusters. */
export function writeKubeconfig(serverUrl: string, file: string | undefined): { readonly path: string; remove(): void } {
  const text = kubeconfigText(serverUrl);
  if (file === undefined) {
    const path = join(mkdtempSync(join(tmpdir(), "daemonscope-")), "kubeconfig");
    writeFileSync(path, text, { mode: 0o600 });
    return { path, remove: () => rmSync(dirname(path), { recursive: true, force: true }) };
  }
  const path = resolve(file);
  let before: string | undefined;
  try {
    before = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      throw new UsageError(`--write-kubeconfig ${file} cannot be written: it is no plain file.`);
  }
  if (before !== undefined && !before.startsWith(MARK))
    throw new UsageError(`--write-kubeconfig ${file} is there already and was not written by simulate: choose another file.`);
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (error) {
    throw new UsageError(`--write-kubeconfig ${file} cannot be written: ${(error as NodeJS.ErrnoException).code ?? "unknown cause"}.`);
  }
  return { path, remove: () => {} };
}
