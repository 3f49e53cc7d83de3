import { nearestNames } from "@daemonscope/kube/nearest";

const MOST = 3;
const lastPart = (path: string): string => path.split("/").at(-1) ?? "";

/** The pages that somebody may have meant by a path that is none, best first, at most three: those of the same name elsewhere (a namespace was left out),
 *  then those whose path is like it, then those whose name is. */
export function nearestPaths(path: string, paths: readonly string[]): readonly string[] {
  const asked = path.replace(/^\/+|\/+$/g, "");
  const name = lastPart(asked);
  const same = paths.filter((each) => lastPart(each) === name);
  if (same.length > 0) return same.slice(0, MOST);
  const like = nearestNames(asked, paths);
  if (like.length > 0) return like;
  const names = new Set(nearestNames(name, new Set(paths.map(lastPart))));
  return paths.filter((each) => names.has(lastPart(each))).slice(0, MOST);
}
