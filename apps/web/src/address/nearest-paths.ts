import { nearestNames } from "@daemonscope/kube/nearest";

const MOST = 3;
const lastPart = (path: string): string => path.split("/").at(-1) ?? "";
const isRoot = (path: string): boolean => !path.includes("/");

/** The pages that somebody may have meant by a path that is none, best first, at most three: of a path of one part, the page of such a name; then those of the same
 *  name elsewhere (a namespace was left out), then those whose path is like it, then those whose name is, then the page that its first part was to name. */
export function nearestPaths(path: string, paths: readonly string[]): readonly string[] {
  const asked = path.replace(/^\/+|\/+$/g, "");
  const [first = ""] = asked.split("/");
  const root = nearestNames(first, paths.filter(isRoot)).slice(0, 1);
  if (isRoot(asked) && root.length > 0) return root;
  const things = paths.filter((each) => !isRoot(each));
  const name = lastPart(asked);
  const same = things.filter((each) => lastPart(each) === name);
  if (same.length > 0) return same.slice(0, MOST);
  const like = nearestNames(asked, things);
  if (like.length > 0) return like;
  const names = new Set(nearestNames(name, new Set(things.map(lastPart))));
  const named = things.filter((each) => names.has(lastPart(each))).slice(0, MOST);
  return named.length > 0 ? named : root;
}
