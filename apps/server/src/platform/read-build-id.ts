import { createHash } from "node:crypto";

/**
 * Returns an id of the build, from the version of the program and the text of the page's index.html. A page of another
 * build detects the difference.
 */
export function readBuildId(version: string, index: string | undefined): string {
  const page = index === undefined ? "no-page" : createHash("sha256").update(index).digest("hex").slice(0, 12);
  return `${version}+${page}`;
}
