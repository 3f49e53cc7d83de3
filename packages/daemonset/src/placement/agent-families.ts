import type { DaemonSetKey } from "../records/records.ts";
import type { LabelKey } from "./label-coverage.ts";

/** DaemonSets that are one agent in several variants. `users`: those that ask nodes for the label; `prefix`: those whose names begin alike, in one namespace. */
export interface Family {
  readonly id: string;
  readonly kind: "users" | "prefix";
  /** The label key, or what the names begin with. */
  readonly name: string;
  readonly keys: readonly DaemonSetKey[];
}

const LAST_PART = /-[^-]+$/;

/** Families of at least two whose names differ only in what follows their last hyphens; the longest beginning that all of them share counts. */
function prefixFamilies(keys: readonly DaemonSetKey[]): readonly Family[] {
  const byPrefix = new Map<string, DaemonSetKey[]>();
  for (const key of keys) {
    let prefix = key;
    while (LAST_PART.test(prefix)) {
      prefix = prefix.replace(LAST_PART, "");
      if (prefix.includes("/") && !prefix.endsWith("/")) byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), key]);
    }
  }
  const families = [...byPrefix].filter(([, members]) => members.length > 1);
  return families
    .filter(([prefix, members]) => !families.some(([other, same]) => other.startsWith(`${prefix}-`) && same.length === members.length))
    .map(([prefix, members]) => ({ id: `${prefix}-*`, kind: "prefix" as const, name: `${prefix}-*`, keys: members.sort() }))
    .sort((a, b) => b.keys.length - a.keys.length || (a.id < b.id ? -1 : 1));
}

/** The families that a label page offers: first those who ask for the label, then names that begin alike. */
export function familiesOf({
  daemonSets,
  keys,
  key,
}: {
  readonly daemonSets: readonly { readonly key: DaemonSetKey }[];
  readonly keys: readonly LabelKey[];
  readonly key: string | undefined;
}): readonly Family[] {
  const users = keys.find((each) => each.key === key)?.users.flatMap((at) => daemonSets[at]?.key ?? []) ?? [];
  const using: readonly Family[] = users.length === 0 ? [] : [{ id: "users", kind: "users", name: key ?? "", keys: users }];
  return [...using, ...prefixFamilies(daemonSets.map((set) => set.key))];
}
