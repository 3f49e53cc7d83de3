import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConnectionError } from "../http/connection-error.ts";

/** The places where a kubeconfig may be. */
export interface KubeconfigPlaces {
  /** The flag of the command line. */
  readonly kubeconfig?: string;
  /** The environment variable KUBECONFIG, unchanged. */
  readonly kubeconfigVariable?: string;
  readonly home?: string | undefined;
  readonly pathDelimiter: string;
}

/** Returns the files in kubectl's precedence: the flag, then the existing files of KUBECONFIG, then
 *  ~/.kube/config. Returns an empty list if none exists. Throws ConnectionError if KUBECONFIG names only files
 *  that do not exist. */
export function kubeconfigFiles(options: KubeconfigPlaces): readonly string[] {
  if (options.kubeconfig !== undefined) return [options.kubeconfig];
  const listed = (options.kubeconfigVariable ?? "").split(options.pathDelimiter).filter((path) => path !== "");
  if (listed.length > 0) {
    const present = listed.filter((path) => existsSync(path));
    if (present.length === 0)
      throw new ConnectionError(
        `KUBECONFIG names ${listed.join(" and ")}, and no such file exists: correct it, unset it, or look at a simulated cluster with --simulate`,
      );
    return present;
  }
  const defaultFile = options.home === undefined ? undefined : join(options.home, ".kube", "config");
  return defaultFile !== undefined && existsSync(defaultFile) ? [defaultFile] : [];
}
