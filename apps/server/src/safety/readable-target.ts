/** A request target whose path is no text when it is decoded, with its percent signs as they stand there; any other as it is. Somebody who mistyped a link is
 *  answered as for any path that leads to nothing. */
export function readableTarget(target: string): string {
  const query = target.indexOf("?");
  const path = query < 0 ? target : target.slice(0, query);
  try {
    // NOTE: what it gives back is used: the bundler takes the call for one without effects, and drops it otherwise.
    return decodeURI(path) === "" ? "/" : target;
  } catch {
    return path.replaceAll("%", "%25") + target.slice(path.length);
  }
}
