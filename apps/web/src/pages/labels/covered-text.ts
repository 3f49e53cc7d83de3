import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns whether DaemonSets leave nodes out. Names a single DaemonSet; several are described together.
 *  `uncovered`: nodes that none of them wants. */
export function coveredWords(t: Translate, keys: ReadonlySet<DaemonSetKey>, uncovered: number): string {
  const [only] = keys;
  if (only === undefined) return t("labels.noneChosen");
  if (keys.size === 1) {
    const name = only.slice(only.indexOf("/") + 1);
    return uncovered === 0 ? t("labels.allCoveredByOne", { name }) : t("labels.someUncoveredByOne", { nodes: uncovered, name });
  }
  const sets = keys.size;
  return uncovered === 0 ? t("labels.allCovered", { sets }) : t("labels.someUncovered", { nodes: uncovered, sets });
}
