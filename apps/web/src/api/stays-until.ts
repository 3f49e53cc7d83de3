/** What is asked: of which log, by which path, with which parameters, as of which version. */
export type QueryKey = readonly [log: string | undefined, path: string, query: Readonly<Record<string, string>>, version: unknown];

/** Says whether an answer may stay on the page until another one is there: it is of the same log and about the same thing. `about`: the parameters that say about
 *  what; the others only ask for another part of it. */
export function staysUntil(
  [log, path, query]: QueryKey,
  before: QueryKey | undefined,
  about: readonly string[] = Object.keys(query),
): boolean {
  if (before === undefined || before[0] !== log || before[1] !== path) return false;
  return about.every((name) => before[2][name] === query[name]);
}
