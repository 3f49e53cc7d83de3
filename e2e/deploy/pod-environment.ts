import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A copy of the files that the kubelet mounts for a service account, in a temporary folder. */
export interface ServiceAccountMount {
  readonly folder: string;
  /** Replaces the token as the kubelet does: by changing a link, so that no reader gets a partial token. */
  rotate(token: string): void;
}

export function serviceAccountMount(within: string, token: string, ca: string): ServiceAccountMount {
  const folder = join(within, "serviceaccount");
  let version = 0;
  const put = (text: string) => {
    const data = join(folder, `..${++version}`);
    mkdirSync(data);
    writeFileSync(join(data, "token"), text);
    symlinkSync(`..${version}`, join(folder, "..next"));
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

/**
 * A shell script that prepares a pod's environment and runs the command. It mounts the files, makes the root read-only
 * and becomes the image's user.
 */
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

/**
 * Returns a command in a pod's environment: the account is mounted as in pods and the root is read-only. The user is
 * the image's, and no capability remains.
 */
export function inPodEnvironment(
  { folder }: ServiceAccountMount,
  command: readonly string[],
): readonly [program: string, args: readonly string[]] {
  return ["env", [`SERVICE_ACCOUNT=${folder}`, "unshare", "--mount", "sh", "-c", SHELL, "sh", ...command]];
}

/** Returns why this machine cannot create a pod's environment; undefined if it can. */
export function podEnvironmentObstacle(): string | undefined {
  const { status, stderr } = spawnSync("unshare", ["--mount", "setpriv", "--version"], { encoding: "utf8" });
  return status === 0 ? undefined : `mounts of one's own take root and util-linux: ${String(stderr).trim().split("\n")[0]}`;
}
