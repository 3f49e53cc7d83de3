import type { ControlPlane } from "../control-plane.ts";
import type { RawMirror, RawObject } from "./raw-mirror.ts";

const versionsOf = (objects: readonly RawObject[]): readonly string[] =>
  objects.map(({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`).sort();

/**
 * Compares the raw watches with a list of the same kinds, because an oracle that lost a line would judge wrongly.
 * Returns a sentence for each difference.
 */
export async function sameAsListed(
  cluster: ControlPlane,
  mirror: RawMirror,
  paths: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [kind, path] of Object.entries(paths)) {
    const { items } = JSON.parse(await cluster.mustKubectl(["get", "--raw", path])) as { readonly items: readonly RawObject[] };
    const listed = new Set(versionsOf(items));
    const watched = new Set(versionsOf(mirror.all(kind)));
    const onlyListed = [...listed].filter((text) => !watched.has(text));
    const onlyWatched = [...watched].filter((text) => !listed.has(text));
    if (onlyListed.length + onlyWatched.length > 0)
      problems.push(
        `the watch of ${kind} lacks ${onlyListed.join(", ") || "nothing"} and has besides ${onlyWatched.join(", ") || "nothing"}`,
      );
  }
  return problems;
}
