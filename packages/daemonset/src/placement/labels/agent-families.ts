import { appendTo } from "@daemonscope/kube/base/append-to";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { DaemonSetKey } from "../../records/records.ts";
import type { LabelKey } from "./label-coverage.ts";

/** DaemonSets that are variants of one agent. `users`: those that require the label. `prefix`: those in one
 *  namespace whose names have a common prefix. */
export interface AgentFamily {
  readonly id: string;
  readonly kind: "users" | "prefix";
  /** The label key, or `namespace/prefix-*` with the common prefix of the names. */
  readonly name: string;
  readonly keys: readonly DaemonSetKey[];
}

const LAST_PART = /-[^-]+$/;

/** Returns families of at least two DaemonSets whose names differ only after a common hyphenated prefix. Uses the
 *  longest prefix that all of them share. */
function prefixFamilies(keys: readonly DaemonSetKey[]): readonly AgentFamily[] {
  const byPrefix = new Map<string, DaemonSetKey[]>();
  for (const key of keys) {
    let prefix = key;
    while (LAST_PART.test(prefix)) {
      prefix = prefix.replace(LAST_PART, "");
      if (prefix.includes("/") && !prefix.endsWith("/")) appendTo(byPrefix, prefix, key);
    }
  }
  const families = [...byPrefix].filter(([, members]) => members.length > 1);
  return families
    .filter(([prefix, members]) => !families.some(([other, same]) => other.startsWith(`${prefix}-`) && same.length === members.length))
    .map(([prefix, members]) => ({ id: `${prefix}-*`, kind: "prefix" as const, name: `${prefix}-*`, keys: members.sort() }))
    .sort((a, b) => b.keys.length - a.keys.length || compareTexts(a.id, b.id));
}

/** Returns the families that a label page offers: first the DaemonSets that require the label, then common prefixes. */
export function agentFamilies({
  daemonSets,
  keys,
  key,
}: {
  readonly daemonSets: readonly { readonly key: DaemonSetKey }[];
  readonly keys: readonly LabelKey[];
  readonly key: string | undefined;
}): readonly AgentFamily[] {
  const users = keys.find((each) => each.key === key)?.users.flatMap((at) => daemonSets[at]?.key ?? []) ?? [];
  const userFamilies: readonly AgentFamily[] = users.length === 0 ? [] : [{ id: "users", kind: "users", name: key ?? "", keys: users }];
  return [...userFamilies, ...prefixFamilies(daemonSets.map((set) => set.key))];
}
