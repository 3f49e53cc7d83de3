/** A request target seen from the base path; undefined where it does not stand below it. */
export function belowBase(target: string, basePath: string): string | undefined {
  if (basePath === "/") return target;
  return target.startsWith(basePath) ? target.slice(basePath.length - 1) : undefined;
}
