import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { ActionPlan, BatchEnd, ChangedField, NoUndo, RequiredPermission, WhyNoUndo } from "@daemonscope/shared/http/actions";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { previewRefusal } from "../../../data/api/preview-refusal.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { daemonSetsText, hinderedTexts, namesWords } from "../effect/what-if-text.ts";
import { paceOf, podCountOf, podsReplacedAnyway, rolloutOf } from "../effect/what-if-verdict.ts";

/** Returns the number of pods that their DaemonSet orphans. */
export const podsOrphaned = (effect: WhatIfAnswer): number =>
  podCountOf({ ...effect, daemonSets: effect.daemonSets.filter(({ life }) => life === "goes") }, "stays");

/** Returns the number of unchanged pods of the DaemonSets that the action affects. */
export const podsKept = (effect: WhatIfAnswer): number =>
  effect.daemonSets.reduce((sum, set) => {
    const { replacedAnyway = 0 } = set;
    const changed = set.ghosts.reduce((all, { ghost, nodes }) => all + (ghost === "comes" ? 0 : nodes.length), replacedAnyway);
    return sum + Math.max(0, set.now.current + set.now.misscheduled - changed);
  }, 0);

/** Returns a lower bound of the duration, set by the slowest DaemonSet; undefined if nothing was measured. */
const leastMs = (effect: WhatIfAnswer): number | undefined => {
  const known = effect.daemonSets.flatMap((set) => rolloutOf(set)?.leastMs ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
};

/** Returns the controller that decides about pods after the plan; undefined if none does. */
export const decidingController = ({ confirm }: Pick<ActionPlan, "confirm">): string | undefined =>
  confirm.kind === "typed" ? confirm.controller : undefined;

/** Describes the effect on pods, the most severe first. */
function effectWords({ confirm, effect, question }: ActionPlan, t: Translate): readonly string[] {
  const restarts = podCountOf(effect, "restarts") + podCountOf(effect, "unfit");
  const [goes, comes] = [podCountOf(effect, "goes"), podCountOf(effect, "comes")];
  const anyway = podsReplacedAnyway(effect.daemonSets);
  const deleted = question.steps.reduce((sum, step) => sum + (step.kind === "deletePods" ? step.pods.length : 0), 0);
  // A pod with the outcome `goes` is not wanted, so no controller creates another.
  if (deleted > 0 && goes === 0) return [t("acting.lead.deletes", { count: deleted })];
  const sentences = [
    ...(goes > 0 ? [t("acting.lead.loses", { count: goes })] : []),
    ...(restarts > 0 ? [t("acting.lead.replaces", { count: restarts, kept: podsKept(effect) })] : []),
    ...(anyway > 0 ? [t("acting.lead.anyway", { count: anyway })] : []),
  ];
  if (sentences.length > 0) return sentences;
  const orphaned = podsOrphaned(effect);
  if (orphaned > 0) return [t("acting.lead.orphaned", { count: orphaned })];
  const stays = podCountOf(effect, "stays");
  if (stays > 0) return [t("acting.lead.stays", { count: stays })];
  if (comes > 0) return [t("acting.lead.gains", { count: comes })];
  for (const set of effect.daemonSets) {
    const pace = paceOf(set);
    if (pace === undefined) continue;
    return [t("acting.lead.pace", { count: pace.pods, atOnce: pace.atOnce, before: pace.before })];
  }
  const controller = decidingController({ confirm });
  if (controller !== undefined) return [t("acting.effect.controller", { controller })];
  const byHand = effect.daemonSets.flatMap(({ ghosts }) => ghosts.flatMap(({ ghost, nodes }) => (ghost === "replacedByHand" ? nodes : [])));
  if (byHand.length > 0) return [t("acting.lead.byHand", { count: byHand.length, nodes: namesWords(byHand, t) })];
  const keys = effect.daemonSets.map(({ key }) => key);
  return [keys.length > 0 ? t("acting.lead.counts", { name: daemonSetsText(keys, t) }) : t("acting.lead.none")];
}

/** Describes the effect of the plan, as its first sentences. */
export function planSummary(plan: ActionPlan, t: Translate): string {
  const { batch } = plan.question;
  const least = leastMs(plan.effect);
  const sentences = [
    ...effectWords(plan, t),
    ...hinderedTexts(plan.effect.daemonSets, t),
    ...(batch === undefined ? [] : [t(batch.stopAtFailure ? "acting.lead.batchStops" : "acting.lead.batch", { atOnce: batch.atOnce })]),
    ...(least === undefined ? [] : [t("acting.lead.least", { duration: humanDuration(least) })]),
  ];
  return sentences.reduce((first, second) => t("model.twoSentences", { first, second }));
}

/** Returns why the action has no undo. */
export const noUndoWords = ({ code, about = "", why }: NoUndo, t: Translate): string =>
  code === undefined ? why : t(`acting.undo.none.${code}`, { about });

const NOT_ITS_UNDO = ["noAction", "undone", "otherSteps"] as const;
const NO_UNDO: readonly WhyNoUndo[] = [
  "nothingChanges",
  "podsAreMadeAnew",
  "notKnown",
  "nothingDone",
  "unclear",
  "leftUnknown",
  "gone",
  "changed",
];

/** Reports whether the same question can have a plan later. A revision that is gone does not return. */
export const mayPlanAgain = (problem: Error): boolean =>
  !(problem instanceof ApiProblem && (problem.code === "unknownRevision" || problem.code === "revisionNotHeld"));

/** Returns why the plan failed: translated if the server sent a code, otherwise the server's message. */
export function notPlannedWords(problem: ApiProblem, t: Translate): string {
  const { code, message, params = {} } = problem;
  if (code !== "NotItsUndo") return previewRefusal(problem, t) ?? message;
  const inverseReason = NOT_ITS_UNDO.find((each) => each === params.code);
  const none = NO_UNDO.find((each) => each === params.code);
  const about = String(params.about ?? "");
  const why =
    inverseReason !== undefined
      ? t(`acting.notItsUndoWhy.${inverseReason}`)
      : none !== undefined
        ? t(`acting.undo.none.${none}`, { about })
        : undefined;
  return why === undefined ? message : t("acting.notItsUndo", { why });
}

/** Returns why a batch of deletions ended early. */
export const batchEndText = (ended: BatchEnd, t: Translate): string =>
  t(`acting.ended.${ended.kind}`, { node: "node" in ended ? ended.node : "" });

/** Changed fields of an object, and other objects with the same changes. */
interface FieldGroup {
  readonly object: string;
  readonly others: readonly string[];
  readonly fields: readonly ChangedField[];
}

/** Groups fields by object. Objects with the same changes share the group of the first one. O(fields). */
export function fieldGroups(fields: readonly ChangedField[]): readonly FieldGroup[] {
  const byObject = new Map<string, ChangedField[]>();
  for (const field of fields) {
    const objectFields = byObject.get(field.object) ?? [];
    byObject.set(field.object, objectFields);
    objectFields.push(field);
  }
  const groups = new Map<string, { object: string; others: string[]; fields: readonly ChangedField[] }>();
  for (const [object, objectFields] of byObject) {
    const changesKey = JSON.stringify(objectFields.map(({ path, before, after }) => [path, before ?? null, after ?? null]));
    const group = groups.get(changesKey);
    if (group === undefined) groups.set(changesKey, { object, others: [], fields: objectFields });
    else group.others.push(object);
  }
  return [...groups.values()];
}

export const deniedRights = ({ rights }: Pick<ActionPlan, "rights">): readonly RequiredPermission[] =>
  rights.filter(({ allowed, isForEvent }) => !allowed && isForEvent !== true);

/** Formats a right as in `kubectl auth can-i`: `patch daemonsets.apps in logging`. */
export function rightWords({ verb, group, resource, namespace }: RequiredPermission, t: Translate): string {
  const what = `${verb} ${resource}${group === "" ? "" : `.${group}`}`;
  return namespace === undefined ? what : t("acting.right", { what, namespace });
}

/** Returns the missing rule, in the form in which an administrator grants it. */
export const missingRule = (rights: readonly RequiredPermission[]): string =>
  rights.map(({ verb, group, resource }) => `- apiGroups: ["${group}"]\n  resources: ["${resource}"]\n  verbs: ["${verb}"]`).join("\n");
