/**
 * Escapes the percent signs of a request target whose path cannot be decoded; returns any other target unchanged. A
 * mistyped link then gets the answer of any unknown path.
 */
export function readableTarget(target: string): string {
  const query = target.indexOf("?");
  const path = query < 0 ? target : target.slice(0, query);
  try {
    // NOTE: the result is used. Otherwise the bundler takes the call for one without effects, and drops it.
    return decodeURI(path) === "" ? "/" : target;
  } catch {
    return path.replaceAll("%", "%25") + target.slice(path.length);
  }
}
