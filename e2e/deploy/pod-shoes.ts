import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the kubelet mounts for a service account, in a folder of ours. */
export interface ServiceAccountMount {
  readonly folder: string;
  /** Puts a new token where the old one was, as the kubelet does: the link changes, so that nobody reads half of one. */
  rotate(token: string): void;
}

export function serviceAccountMount(within: string, token: string, ca: string): ServiceAccountMount {
  const folder = join(within, "serviceaccount");
  let turn = 0;
  const put = (text: string) => {
    const data = join(folder, `..${++turn}`);
    mkdirSync(data);
    writeFileSync(join(data, "token"), text);
    symlinkSync(`..${turn}`, join(folder, "..next"));
    renameSync(join(folder, "..next"), join(folder, "..data"));
  };
  mkdirSync(folder, { recursive: true });
  put(token);
  symlinkSync("..data/token", join(folder, "token"));
  writeFileSync(join(folder, "ca.crt"), ca);
  writeFileSync(join(folder, "namespace"), "monitoring");
  for (const each of [within, folder]) chmodSync(each, 0o755);
  return { folder, rotate: put };
}

/** A shell that mounts what a pod has, makes the whole root read-only and becomes the image's user before it runs what follows. */
const SHELL = [
  "set -e",
  "mount --make-rprivate /",
  "mount -t tmpfs tmpfs /run",
  "mkdir -p /run/secrets/kubernetes.io/serviceaccount",
  'mount --bind "$SERVICE_ACCOUNT" /run/secrets/kubernetes.io/serviceaccount',
  "unset SERVICE_ACCOUNT",
  "mount -o remount,bind,ro /",
  'exec setpriv --reuid=65532 --regid=65532 --clear-groups --no-new-privs --bounding-set=-all -- "$@"',
].join("\n");

/** A command in a pod's shoes: the account is mounted where pods have it, the root is read-only, the user is that of the image and no capability is left. */
export function inPodShoes(
  { folder }: ServiceAccountMount,
  command: readonly string[],
): readonly [program: string, args: readonly string[]] {
  return ["env", [`SERVICE_ACCOUNT=${folder}`, "unshare", "--mount", "sh", "-c", SHELL, "sh", ...command]];
}

/** Why this machine lets nobody into a pod's shoes; undefined where it does. */
export function noPodShoes(): string | undefined {
  const { status, stderr } = spawnSync("unshare", ["--mount", "setpriv", "--version"], { encoding: "utf8" });
  return status === 0 ? undefined : `mounts of one's own take root and util-linux: ${String(stderr).trim().split("\n")[0]}`;
}
