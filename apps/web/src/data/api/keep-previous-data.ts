/** A request: its log, path, parameters, version, and moment of the history. */
export type QueryKey = readonly [
  log: string | undefined,
  path: string,
  query: Readonly<Record<string, string>>,
  version: unknown,
  askedAtMs: number | undefined,
];

/** While the history plays, a previous answer of at most this age remains until the next one arrives. */
const STAYS_FOR_MS = 2000;

/** Reports whether an answer may remain on the page until another one arrives: it is of the same log, the same subject,
 *  and nearly the same moment. `about`: the parameters that name the subject; the others select a part of it. */
export function keepPreviousData(
  [log, path, query, , askedAtMs]: QueryKey,
  before: QueryKey | undefined,
  about: readonly string[] = Object.keys(query),
): boolean {
  if (before === undefined || before[0] !== log || before[1] !== path) return false;
  const stepMs = askedAtMs === before[4] ? 0 : (askedAtMs ?? Number.NaN) - (before[4] ?? Number.NaN);
  if (!(stepMs >= 0 && stepMs <= STAYS_FOR_MS)) return false;
  return about.every((name) => before[2][name] === query[name]);
}
