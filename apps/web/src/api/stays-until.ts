/** What is asked: of which log, by which path, with which parameters, as of which version, or which moment of the past. */
export type QueryKey = readonly [
  log: string | undefined,
  path: string,
  query: Readonly<Record<string, string>>,
  version: unknown,
  askedAtMs: number | undefined,
];

/** While the past plays, an answer of so shortly before stays until the next one is there: as long as it takes with what is live. */
const STAYS_FOR_MS = 2000;

/** Says whether an answer may stay on the page until another one is there: it is of the same log, about the same thing, and of about the same moment. `about`: the parameters that say about
 *  what; the others only ask for another part of it. */
export function staysUntil(
  [log, path, query, , askedAtMs]: QueryKey,
  before: QueryKey | undefined,
  about: readonly string[] = Object.keys(query),
): boolean {
  if (before === undefined || before[0] !== log || before[1] !== path) return false;
  const stepMs = askedAtMs === before[4] ? 0 : (askedAtMs ?? Number.NaN) - (before[4] ?? Number.NaN);
  if (!(stepMs >= 0 && stepMs <= STAYS_FOR_MS)) return false;
  return about.every((name) => before[2][name] === query[name]);
}
