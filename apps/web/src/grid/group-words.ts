import type { NodeGroup } from "./select-groups.ts";

const count = (value: number): string => value.toLocaleString("en-US");

export const groupName = (group: NodeGroup): string => (group.name === "" ? "no value" : group.name);

/** What a heading says about its group, as long as its width (CSS pixels) allows. Where not all was read, only how many should run it. */
export function groupFactsText(group: NodeGroup, width: number, isKnown: boolean): string {
  if (group.run === 0) return "excluded";
  if (!isKnown) return width <= 178 ? count(group.run) : `${count(group.run)}, progress unknown`;
  if (width <= 178) return `${count(group.updated)}/${count(group.run)}`;
  const failing = group.failing > 0 && width > 240 ? `, ${count(group.failing)} failing` : "";
  const zone = group.zone !== undefined && width > 300 ? `, ${group.zone}` : "";
  return `${count(group.updated)} of ${count(group.run)} updated${failing}${zone}`;
}

const NAME_CHARACTER = 6.9;
const FACT_CHARACTER = 6.6;
const TAINT_MARK = 22;
const LONGEST_HEAD = 200;

/** About the width that the shortest heading of a group needs, in CSS pixels. Does not change while nodes roll. */
export function headWidthOf(group: NodeGroup): number {
  const facts = group.run === 0 ? "excluded" : `${count(group.run)}/${count(group.run)}`;
  const text = groupName(group).length * NAME_CHARACTER + 6 + facts.length * FACT_CHARACTER;
  return Math.min(LONGEST_HEAD, Math.ceil(text + (group.sharedTaints.length > 0 ? TAINT_MARK : 0)));
}
