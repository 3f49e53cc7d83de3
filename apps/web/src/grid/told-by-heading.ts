import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import { taintText } from "@daemonscope/kube/kubectl-notation";
import { figureWord } from "../cell/figure.ts";
import type { Translate } from "../i18n/translator.ts";
import { eligibilityWords } from "../lens/lens-words.ts";
import type { NodeGroup } from "../rows/node-group.ts";
import { textWidth } from "../text/text-width.ts";
import { type GroupPlace, TAINT_TEXT_FROM } from "./grid-layout.ts";
import { groupName } from "./group-words.ts";

const CHARACTER = 6.9;
const FONT_SIZE = 12;
/** Between a name and its facts, and a mark of taints after them. */
const AROUND = 40;
/** Of one node its cell says it. */
const LEAST_NODES = 2;

const isEqual = (a: Eligibility, b: Eligibility): boolean =>
  a.kind === b.kind && ("what" in a ? a.what : "") === ("what" in b ? b.what : "");

/** What keeps a DaemonSet off all nodes of a group alike; undefined where not one thing does. */
function sharedReason(reasons: readonly (Eligibility | undefined)[]): Eligibility | undefined {
  const [first, ...others] = reasons;
  if (first === undefined || reasons.length < LEAST_NODES) return undefined;
  return others.every((other) => other !== undefined && isEqual(first, other)) ? first : undefined;
}

/** What the heading of a group says where one thing keeps the DaemonSet off all of its nodes, and there is room for that: then no cell repeats it. `reasons`: of each of
 *  its nodes, undefined for one that is not excluded. Undefined where the cells say it. Pure. */
export function toldByHeading(
  group: NodeGroup,
  place: Pick<GroupPlace, "headWidth">,
  reasons: readonly (Eligibility | undefined)[],
  t: Translate,
): string | undefined {
  const reason = sharedReason(reasons);
  if (reason === undefined) return undefined;
  const word = figureWord("excluded", t);
  // The heading has the taints that all share behind its facts.
  const isSharedTaint = reason.kind === "taint" && group.sharedTaints.some((taint) => taintText(taint) === reason.what);
  if (isSharedTaint && place.headWidth > TAINT_TEXT_FROM) return word;
  const told = `${word}${t("model.colon")}${eligibilityWords(reason, t)}`;
  const needed = textWidth(groupName(group, t), CHARACTER, FONT_SIZE) + textWidth(told, CHARACTER, FONT_SIZE) + AROUND;
  return needed <= place.headWidth ? told : undefined;
}
