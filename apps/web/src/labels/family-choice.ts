import type { Family } from "@daemonscope/daemonset/placement/agent-families";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";

/** Which DaemonSets are looked at together: a family that is offered, or those that somebody chose one by one. */
export interface FamilyChoice {
  /** Undefined for those that were chosen one by one. */
  readonly family: Family | undefined;
  readonly keys: ReadonlySet<DaemonSetKey>;
}

/** Reads what the link says: the id of a family, or keys with commas between; without it the first family. */
export function readFamily(text: string | undefined, families: readonly Family[], known: readonly DaemonSetKey[]): FamilyChoice {
  const family = text === undefined ? families[0] : families.find(({ id }) => id === text);
  if (family !== undefined) return { family, keys: new Set(family.keys) };
  const chosen = new Set((text ?? "").split(","));
  return { family: undefined, keys: new Set(known.filter((key) => chosen.has(key))) };
}

/** The link's text after one DaemonSet was taken in or out: the id of a family where it is one. */
export function toggleMember(choice: FamilyChoice, key: DaemonSetKey, families: readonly Family[]): string {
  const keys = new Set(choice.keys);
  if (!keys.delete(key)) keys.add(key);
  const same = families.find((family) => family.keys.length === keys.size && family.keys.every((each) => keys.has(each)));
  return same?.id ?? [...keys].sort().join(",");
}
