import { createHash } from "node:crypto";

/** Names the program and the page together, by the text of its index.html: a page that was loaded from another build knows it. */
export function buildOf(version: string, index: string | undefined): string {
  const page = index === undefined ? "no-page" : createHash("sha256").update(index).digest("hex").slice(0, 12);
  return `${version}+${page}`;
}
