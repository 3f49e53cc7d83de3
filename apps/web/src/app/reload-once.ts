const MARK = "daemonscope.reloaded-for";

/** What a server says of itself when a stream opens. */
export interface ServerBuild {
  readonly schema: number;
  readonly build: string;
}

/** Loads the page again because the server speaks another version of the wire: once for each build of the server, since a page that is still of another
 *  schema after that would reload for ever. A tab outlives many upgrades, so the mark names the build. False when that was done before. */
export function reloadOnceFor({ schema, build }: ServerBuild, marks: Pick<Storage, "getItem" | "setItem">, reload: () => void): boolean {
  const id = `${schema} ${build}`;
  if (marks.getItem(MARK) === id) return false;
  marks.setItem(MARK, id);
  reload();
  return true;
}
