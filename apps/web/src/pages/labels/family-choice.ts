import type { AgentFamily } from "@daemonscope/daemonset/placement/labels/agent-families";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";

/** The DaemonSets that are compared: an offered family, or those that the user chose one by one. */
export interface FamilyChoice {
  /** Undefined for those that were chosen one by one. */
  readonly family: AgentFamily | undefined;
  readonly keys: ReadonlySet<DaemonSetKey>;
}

/** Parses the link's text: the id of a family, or keys with commas between. Without it, the first family. */
export function readFamily(text: string | undefined, families: readonly AgentFamily[], known: readonly DaemonSetKey[]): FamilyChoice {
  const family = text === undefined ? families[0] : families.find(({ id }) => id === text);
  if (family !== undefined) return { family, keys: new Set(family.keys) };
  const chosen = new Set((text ?? "").split(","));
  return { family: undefined, keys: new Set(known.filter((key) => chosen.has(key))) };
}

/** Returns the link's text after adding or removing one DaemonSet: the id of a family if the result is one. */
export function toggleMember(choice: FamilyChoice, key: DaemonSetKey, families: readonly AgentFamily[]): string {
  const keys = new Set(choice.keys);
  if (!keys.delete(key)) keys.add(key);
  const same = families.find((family) => family.keys.length === keys.size && family.keys.every((each) => keys.has(each)));
  return same?.id ?? [...keys].sort().join(",");
}
