/** Returns a request target without the base path, with a leading slash; undefined if the target is not below it. */
export function stripBasePath(target: string, basePath: string): string | undefined {
  if (basePath === "/") return target;
  return target.startsWith(basePath) ? target.slice(basePath.length - 1) : undefined;
}
