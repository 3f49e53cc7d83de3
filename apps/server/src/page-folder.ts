import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the built page, seen from a file of the bundle: in the package it lies beside the bundle, in a checkout where the page is built. */
export function pageFolder(bundleFile: string): string {
  const packed = fileURLToPath(new URL("./page/", bundleFile));
  return existsSync(packed) ? packed : fileURLToPath(new URL("../../web/dist/", bundleFile));
}
