import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { Translate } from "../../words/i18n/translator.ts";
import type { Coverage } from "./select-pools.ts";

/** Returns whether DaemonSets leave nodes out, and how many nodes have a planned pause (rule R32). Names a single
 *  DaemonSet; several are described together. `uncovered`: nodes that none of them wants. */
export function coveredWords(
  t: Translate,
  keys: ReadonlySet<DaemonSetKey>,
  { uncovered, paused }: Pick<Coverage, "uncovered" | "paused">,
): string {
  if (keys.size === 0) return t("labels.noneChosen");
  const pausedText = t("labels.paused", { nodes: paused });
  if (paused === 0) return uncoveredWords(t, keys, uncovered);
  return uncovered === 0 ? pausedText : t("labels.and", { first: uncoveredWords(t, keys, uncovered), second: pausedText });
}

function uncoveredWords(t: Translate, keys: ReadonlySet<DaemonSetKey>, uncovered: number): string {
  const [only = ""] = keys;
  if (keys.size === 1) {
    const name = nameOfKey(only);
    return uncovered === 0 ? t("labels.allCoveredByOne", { name }) : t("labels.someUncoveredByOne", { nodes: uncovered, name });
  }
  const sets = keys.size;
  return uncovered === 0 ? t("labels.allCovered", { sets }) : t("labels.someUncovered", { nodes: uncovered, sets });
}
