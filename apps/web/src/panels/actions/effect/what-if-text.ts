import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { DaemonSetThen, Ghost, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { Translate } from "../../../words/i18n/translator.ts";
import type { LossScope, WhatIfVerdict } from "./what-if-verdict.ts";

/** Maximum number of names in a sentence. */
const MAX_NAMES = 4;

/** Returns the name of a single DaemonSet, or the number of DaemonSets. */
export const daemonSetsText = (keys: readonly string[], t: Translate): string =>
  t("whatIf.sentence.sets", { count: keys.length, name: nameOfKey(keys[0] ?? "") });

/** Lists names: `a, b and c`, or the first of them and the number of others. */
export function namesWords(keys: readonly string[], t: Translate): string {
  const names = keys.map(nameOfKey);
  if (names.length > MAX_NAMES)
    return t("whatIf.andMore", { names: names.slice(0, MAX_NAMES - 1).join(t("model.listComma")), count: names.length - MAX_NAMES + 1 });
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(t("model.listComma"))}${t("verdict.and")}${last}`;
}

const whereWords = (where: LossScope, t: Translate): string =>
  where.kind === "pool" ? t("whatIf.sentence.where.pool", { name: where.name }) : t("whatIf.sentence.where.nodes", { count: where.count });

/** Returns the sentence that follows the verdict's word. */
export function verdictSentence(verdict: WhatIfVerdict, t: Translate): string {
  switch (verdict.kind) {
    case "empty":
    case "refused":
    case "same":
      return t(`whatIf.sentence.${verdict.kind}`);
    case "fall": {
      const { losers, emptied } = verdict;
      const words = { count: losers.length, name: nameOfKey(losers[0] ?? ""), where: whereWords(verdict.where, t) };
      if (emptied.length === 0) return t("whatIf.sentence.fall", words);
      if (losers.length === 1) return t("whatIf.sentence.fallAlone", words);
      return t("whatIf.sentence.fallLast", { ...words, losers: losers.length, count: emptied.length });
    }
    case "deleted": {
      const { keys, pods, stay } = verdict;
      if (stay > 0) return t("whatIf.sentence.orphaned", { count: stay, name: daemonSetsText(keys, t), pods });
      return t("whatIf.sentence.deleted", { count: keys.length, name: nameOfKey(keys[0] ?? ""), pods });
    }
    case "pace": {
      const { pods, atOnce, before } = verdict;
      return t("whatIf.sentence.pace", { count: pods, name: nameOfKey(verdict.key), atOnce, before });
    }
    case "counts":
      return t("whatIf.sentence.counts", { name: daemonSetsText(verdict.keys, t) });
    case "stands":
      return t(verdict.unfit === 0 ? "whatIf.sentence.stuckUnready" : "whatIf.sentence.stands", {
        ...verdict,
        name: nameOfKey(verdict.key),
      });
    case "restarts": {
      const pods = t("whatIf.sentence.restarts", { count: verdict.pods, name: daemonSetsText(verdict.keys, t) });
      return verdict.atOnce === undefined ? pods : t("whatIf.sentence.restartsAtOnce", { pods, atOnce: verdict.atOnce });
    }
    default:
      return t(`whatIf.sentence.${verdict.kind}`, { count: verdict.pods, name: daemonSetsText(verdict.keys, t) });
  }
}

type Stall = NonNullable<NonNullable<DaemonSetThen["rollout"]>["stands"]>;

/** Returns the kind of sentence that states why a rollout does not end by itself. */
export const stallKind = ({ unfit, untilGone }: Stall): "untilGone" | "stuckUnready" | "stands" =>
  untilGone === true ? "untilGone" : unfit === 0 ? "stuckUnready" : "stands";

/** States on which nodes the steps have no effect now: NotReady ones, those on their way out, and failed upgrades. */
export function hinderedTexts(sets: readonly DaemonSetThen[], t: Translate): readonly string[] {
  const sum = (field: "onUnready" | "onEnding") => sets.reduce((total, set) => total + (set[field] ?? 0), 0);
  const [unready, ending] = [sum("onUnready"), sum("onEnding")];
  const givenUp = sets.flatMap((set) => set.givenUp ?? []);
  return [
    ...(unready === 0 ? [] : [t("actions.unready", { count: unready })]),
    ...(ending === 0 ? [] : [t("actions.ending", { count: ending })]),
    ...(givenUp.length === 0 ? [] : [t("actions.givenUp", { count: givenUp.length, nodes: namesWords(givenUp, t) })]),
  ];
}

/** Returns the verdict for the browser's tab, where no word precedes the sentence. */
export function verdictTitle(verdict: WhatIfVerdict, t: Translate): string {
  const sentence = verdictSentence(verdict, t);
  switch (verdict.kind) {
    case "restarts": {
      const pods = t("whatIf.tab.restarts", { sentence: verdictSentence({ ...verdict, atOnce: undefined }, t) });
      return verdict.atOnce === undefined ? pods : t("whatIf.sentence.restartsAtOnce", { pods, atOnce: verdict.atOnce });
    }
    case "goes":
    case "comes":
      return t(`whatIf.tab.${verdict.kind}`, { sentence });
    case "deleted":
      return verdict.stay > 0 ? sentence : t("whatIf.tab.deleted", { sentence });
    default:
      return sentence;
  }
}

/** `isDeleted`: the DaemonSet itself is deleted, and its remaining pods are orphaned. */
export const ghostWord = (ghost: Ghost, isDeleted: boolean, t: Translate): string =>
  t(`whatIf.ghosts.${ghost === "stays" && isDeleted ? "orphaned" : ghost}`);

/** Returns the common name of a resource. */
export const resourceWord = (resource: string, t: Translate): string =>
  resource === "cpu" || resource === "memory" ? t(`whatIf.follows.resources.${resource}`) : resource;

/** Returns why a step has no command. */
export function noCommandText(step: WhatIfAnswer["steps"][number], isJoin: boolean, t: Translate): string {
  const what = step.problem !== undefined ? "refused" : isJoin ? "joinNoCommand" : step.isSoAlready ? "soAlready" : "others";
  return t("whatIf.follows.noCommand", { what: t(`whatIf.follows.${what}`) });
}
