/** Clusters whose names share a part; that part is the title. */
export interface NameGroup {
  readonly title: string;
  /** Indexes into the given names. */
  readonly at: readonly number[];
}

const MAX_GROUPS = 8;
/** Only the first parts of a name are used for groups; later parts are usually numbers. */
const PARTS = 3;

/**
 * Groups clusters by the part of their names that makes the fewest groups, from two to `MAX_GROUPS`. Groups have two or
 * more names on average. Example: `eu1-prod-07` by `prod`. Without such a part there is one group without a title.
 * Names keep their order; groups are in the order of their first names.
 */
export function groupsByName(names: readonly string[]): readonly NameGroup[] {
  const parts = names.map((name) => name.split("-"));
  const groupings = Array.from({ length: PARTS }, (_, part) => {
    const groups = new Map<string, number[]>();
    for (const [at, each] of parts.entries()) {
      const title = each[part] ?? each[0] ?? "";
      const group = groups.get(title) ?? [];
      group.push(at);
      groups.set(title, group);
    }
    return groups;
  });
  const usable = groupings.filter(({ size }) => size > 1 && size <= MAX_GROUPS && size * 2 <= names.length);
  const [fewest] = usable.sort((a, b) => a.size - b.size);
  if (fewest === undefined) return [{ title: "", at: names.map((_, at) => at) }];
  return [...fewest].map(([title, at]) => ({ title, at }));
}
