import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { cellVariantLabel } from "../../data/cell/cell-variant.ts";
import { eligibilityWords } from "../../data/lens/lens-text.ts";
import type { NodeGroup } from "../../data/rows/node-group.ts";
import { groupName } from "../../draw/grid/group-text.ts";
import { type GroupPlace, TAINT_TEXT_FROM } from "../../draw/grid/layout/grid-layout.ts";
import { textWidth } from "../../words/format/text-width.ts";
import { withoutPrefixes } from "../../words/format/without-prefixes.ts";
import type { Translate } from "../../words/i18n/translator.ts";

const CHAR_WIDTH_PX = 6.9;
const FONT_SIZE_PX = 12;
/** Space between a name and its facts, and for a taint mark after them. */
const HEADING_PADDING = 40;
/** With a single node, its cell gives the reason. */
const MIN_NODES = 2;

/** Width of a character of the facts in a heading at the left of its cells, and the space of a taint mark. */
const FACT_WIDTH_PX = 6;
const FACT_SIZE_PX = 11;
const TAINT_MARK_PX = 22;

/** The reason that a heading gives for all cells of its group. */
export interface HeadingReason {
  readonly words: string;
  /** One or two words, if the line of the heading is too short for `words`. */
  readonly short: string;
}

/** Returns why nodes get no pod, in one or two words. */
export const shortReason = ({ kind }: Eligibility, t: Translate): string => t(kind === "taint" ? "grid.tainted" : "grid.short.notSelected");

const isEqual = (a: Eligibility, b: Eligibility): boolean =>
  a.kind === b.kind && ("what" in a ? a.what : "") === ("what" in b ? b.what : "");

/** Returns the reason that keeps a DaemonSet off all nodes of a group; undefined if the reasons differ. */
function sharedReason(reasons: readonly (Eligibility | undefined)[]): Eligibility | undefined {
  const [first, ...others] = reasons;
  if (first === undefined || reasons.length < MIN_NODES) return undefined;
  return others.every((other) => other !== undefined && isEqual(first, other)) ? first : undefined;
}

/** Returns the heading text of a group if one reason keeps the DaemonSet off all of its nodes and the text fits. Then
 *  no cell repeats it. `reasons`: one for each node, undefined for a node that is not excluded. `lives`: the parts of
 *  their lives that keep the DaemonSet off. Returns undefined if the cells give the reasons. A heading at the left of
 *  its cells has a line for it, or for its short form. Pure. */
export function sharedExclusion(
  group: NodeGroup,
  place: Pick<GroupPlace, "headWidth">,
  reasons: readonly (Eligibility | undefined)[],
  lives: readonly (string | undefined)[],
  t: Translate,
  isBeside = false,
): HeadingReason | undefined {
  const reason = sharedReason(reasons);
  if (reason === undefined) return undefined;
  const life = lives.every((each) => each === lives[0]) ? lives[0] : undefined;
  if (isBeside) {
    const words = life ?? withoutPrefixes(eligibilityWords(reason, t));
    const needed = textWidth(words, FACT_WIDTH_PX, FACT_SIZE_PX) + (group.sharedTaints.length > 0 ? TAINT_MARK_PX : 0);
    return { words, short: life !== undefined || needed <= place.headWidth ? words : shortReason(reason, t) };
  }
  const word = cellVariantLabel("excluded", t);
  // The heading shows the shared taints after its facts.
  const isSharedTaint = reason.kind === "taint" && group.sharedTaints.some((taint) => taintText(taint) === reason.what);
  if (isSharedTaint && place.headWidth > TAINT_TEXT_FROM) return { words: word, short: word };
  const text = `${word}${t("model.colon")}${life ?? eligibilityWords(reason, t)}`;
  const needed =
    textWidth(groupName(group, t), CHAR_WIDTH_PX, FONT_SIZE_PX) + textWidth(text, CHAR_WIDTH_PX, FONT_SIZE_PX) + HEADING_PADDING;
  return needed <= place.headWidth ? { words: text, short: text } : undefined;
}
