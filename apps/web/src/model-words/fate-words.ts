import type { RevisionSummary } from "@daemonscope/daemonset/records/records";
import type { RevisionFate } from "@daemonscope/daemonset/records/revision-fate";
import { assertNever } from "@daemonscope/kube/assert-never";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { Translate } from "../i18n/translator.ts";

/** Says whether it is so still: the current revision may be wanted on other nodes than those that it was seen on. */
export const isFateOfNow = ({ current, nodes }: Pick<RevisionSummary, "current" | "nodes">, fate: RevisionFate): boolean =>
  current && (nodes === null || nodes === fate.nodes);

/** How far a revision came, in a few words: `on all 44 nodes in 6m`, `never available (3 nodes, 4m)`. */
export function fateWords(t: Translate, fate: RevisionFate): string {
  const { kind, nodes: count } = fate;
  switch (kind) {
    case "reachedAll":
      return fate.tookMs === undefined
        ? t("revisions.fate.reachedAll", { count })
        : t("revisions.fate.reachedAllIn", { count, took: humanDuration(fate.tookMs) });
    case "leftAfter":
      return t("revisions.fate.leftAfter", { count });
    case "neverAvailable":
      return t("revisions.fate.neverAvailable", { count, took: humanDuration(fate.forMs) });
    default:
      return assertNever(kind);
  }
}
