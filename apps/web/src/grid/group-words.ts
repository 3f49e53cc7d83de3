import type { NodeGroup } from "./select-groups.ts";

const count = (value: number): string => value.toLocaleString("en-US");

export const groupName = (group: NodeGroup): string => (group.name === "" ? "no value" : group.name);

/** What a heading says about its group, as long as its width (CSS pixels) allows. */
export function groupFactsText(group: NodeGroup, width: number): string {
  if (group.run === 0) return "excluded";
  if (width <= 178) return `${count(group.updated)}/${count(group.run)}`;
  const failing = group.failing > 0 && width > 240 ? `, ${count(group.failing)} failing` : "";
  const zone = group.zone !== undefined && width > 300 ? `, ${group.zone}` : "";
  return `${count(group.updated)} of ${count(group.run)} updated${failing}${zone}`;
}
