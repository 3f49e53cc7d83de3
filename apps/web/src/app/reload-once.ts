const MARK = "daemonscope.reloaded-for";

/** The wire schema and the build of a server, from the `hello` message of a stream. */
interface ServerBuild {
  readonly schema: number;
  readonly build: string;
}

/** Reloads the page because the server has another version of the wire format. Reloads once per build of the server,
 *  because a page that still has another schema after that would reload forever. A tab outlives many upgrades, so
 *  the mark names the build. Returns false if this was done before. */
export function reloadOnceForBuild(
  { schema, build }: ServerBuild,
  marks: Pick<Storage, "getItem" | "setItem">,
  reload: () => void,
): boolean {
  const id = `${schema} ${build}`;
  if (marks.getItem(MARK) === id) return false;
  marks.setItem(MARK, id);
  reload();
  return true;
}
