import { cellVariantLabel } from "../../data/cell/cell-variant.ts";
import { groupWords } from "../../data/rows/grouping-text.ts";
import { type NodeGroup, progressOf } from "../../data/rows/node-group.ts";
import { countText } from "../../words/format/figures.ts";
import { textWidth } from "../../words/format/text-width.ts";
import type { Translate } from "../../words/i18n/translator.ts";

export const groupName = (group: NodeGroup, t: Translate): string => groupWords(group.name, t);

const NAME_CHARACTER = 6.9;
const FACT_CHARACTER = 6.6;
const FONT_SIZE = 12;
const TAINT_MARK = 22;
const MAX_HEAD = 200;
/** Facts on a separate line have a smaller type. */
const SMALL_CHARACTER = 5.6;
const SMALL_FONT_SIZE = 11;

/** Returns the approximate width of a heading with these facts, in CSS pixels. */
function headingWidth(group: NodeGroup, facts: string, t: Translate): number {
  const text = textWidth(groupName(group, t), NAME_CHARACTER, FONT_SIZE) + 6 + textWidth(facts, FACT_CHARACTER, FONT_SIZE);
  return Math.ceil(text + (group.sharedTaints.length > 0 ? TAINT_MARK : 0));
}

/** Returns the approximate width of facts below the name, in CSS pixels. */
const factsWidth = (group: NodeGroup, facts: string): number =>
  Math.ceil(textWidth(facts, SMALL_CHARACTER, SMALL_FONT_SIZE) + (group.sharedTaints.length > 0 ? TAINT_MARK : 0));

/** Returns the facts of a group that fit a heading of this width in CSS pixels: how many pods are updated, or, once all
 *  are, how many are available. If not all data was read, only how many nodes should run the pod. `isBelow`: the facts
 *  are below the name. */
export function groupFactsText(group: NodeGroup, width: number, isKnown: boolean, t: Translate, isBelow = false): string {
  const { zone } = group;
  const { run, updated, failing, available } = progressOf(group);
  if (run === 0) return cellVariantLabel("excluded", t);
  const isUpdated = updated === run;
  const short = isKnown ? `${countText(isUpdated ? available : updated)}/${countText(run)}` : countText(run);
  const long = isUpdated ? t("grid.availableOf", { available, run }) : t("grid.updatedOf", { updated, run });
  const known = isKnown ? long : t("grid.progressUnknown", { run });
  // The choice is the same for all counts up to `run`, so that it does not change while nodes roll.
  const texts = isKnown ? [t("grid.availableOf", { available: run, run }), t("grid.updatedOf", { updated: run, run })] : [known];
  const failed = isKnown && failing > 0 ? [t("grid.failing", { count: failing })] : [];
  const withZone = isKnown && zone !== undefined ? [...failed, zone] : failed;
  const withFacts = (first: string, more: readonly string[]) => [first, ...more].join(t("grid.comma"));
  const widthOf = (facts: string) => (isBelow ? factsWidth(group, facts) : headingWidth(group, facts, t));
  const more = [withZone, failed, []].find((each) => texts.every((text) => widthOf(withFacts(text, each)) <= width));
  return more === undefined ? short : withFacts(known, more);
}

/** Returns how many nodes of a group are eligible; undefined if none is. */
export function eligibleText(group: NodeGroup, t: Translate): string | undefined {
  const { run } = progressOf(group);
  return run === 0 ? undefined : `${countText(run)} ${t("checks.eligible")}`;
}

/** Returns the approximate width that the shortest heading of a group needs, in CSS pixels. Does not change while nodes
 *  roll. */
export function headWidthOf(group: NodeGroup, t: Translate): number {
  const { run } = progressOf(group);
  const facts = run === 0 ? cellVariantLabel("excluded", t) : `${countText(run)}/${countText(run)}`;
  return Math.min(MAX_HEAD, headingWidth(group, facts, t));
}
