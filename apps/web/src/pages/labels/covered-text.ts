import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { Translate } from "../../words/i18n/translator.ts";
import type { Coverage } from "./select-pools.ts";

interface CoverageVerdict {
  readonly word: string;
  readonly sentence: string;
}

/** Returns whether DaemonSets leave out nodes with the label `key`, and how many nodes have a planned pause (rule R32).
 *  Names a single DaemonSet; several are described together. `values`: number of values of the label. */
export function coverageVerdict(
  t: Translate,
  key: string,
  values: number,
  keys: ReadonlySet<DaemonSetKey>,
  { nodes, uncovered, paused }: Pick<Coverage, "nodes" | "uncovered" | "paused">,
): CoverageVerdict {
  const [only = ""] = keys;
  const name = nameOfKey(only);
  if (keys.size > 0 && uncovered === 0 && paused === 0) {
    const sentence =
      keys.size === 1 ? t("labels.allCoveredByOne", { key, count: nodes, name }) : t("labels.allCovered", { key, count: nodes });
    return { word: t("labels.covered"), sentence };
  }
  const uncoveredText =
    keys.size === 1 ? t("labels.someUncoveredByOne", { nodes: uncovered, name }) : t("labels.someUncovered", { nodes: uncovered });
  const facts =
    keys.size === 0
      ? [t("labels.noneChosen")]
      : [...(uncovered === 0 ? [] : [uncoveredText]), ...(paused === 0 ? [] : [t("labels.paused", { nodes: paused })])];
  const pools = t("labels.onNodes", { key, nodes: t("labels.nodes", { count: nodes }) });
  return {
    word: t("labels.word", { count: values }),
    sentence: facts.reduce<string>((first, second) => t("labels.and", { first, second }), pools),
  };
}
