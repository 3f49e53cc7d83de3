import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns the folder of the built page, relative to a file of the bundle. In the package it is next to the bundle; in a
 * checkout it is the build folder of the page.
 */
export function pageFolder(bundleFile: string): string {
  const packed = fileURLToPath(new URL("./page/", bundleFile));
  return existsSync(packed) ? packed : fileURLToPath(new URL("../../web/dist/", bundleFile));
}
