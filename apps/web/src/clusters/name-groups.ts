/** Clusters that stand together, under the part of their names that they share. */
export interface NameGroup {
  readonly title: string;
  /** Places in the order that was given. */
  readonly at: readonly number[];
}

const MOST_GROUPS = 8;
/** Parts of a name that may tell kinds: more are numbers and the like. */
const PARTS = 3;

/** Groups clusters by the part of their names that makes the fewest groups, at least two (`eu1-prod-07`: by `prod`); all as one, without a title, where no part does. The order stays inside a group,
 *  and groups stand in the order of their first. */
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
  const usable = groupings.filter(({ size }) => size > 1 && size <= MOST_GROUPS && size * 2 <= names.length);
  const [fewest] = usable.sort((a, b) => a.size - b.size);
  if (fewest === undefined) return [{ title: "", at: names.map((_, at) => at) }];
  return [...fewest].map(([title, at]) => ({ title, at }));
}
