import type { RevisionSummary } from "@daemonscope/daemonset/records/records";
import type { RevisionOutcome } from "@daemonscope/daemonset/records/revision-outcome";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { Translate } from "../i18n/translator.ts";

/** Reports whether an outcome still holds. Nodes may have joined or left since a revision had its outcome. */
export const isCurrentOutcome = ({ current, nodes }: Pick<RevisionSummary, "current" | "nodes">, outcome: RevisionOutcome): boolean =>
  current && (nodes === null || nodes === outcome.nodes);

/** Returns the progress of a revision, in a few words: `on all 44 nodes in 6m`, `never available (3 nodes, 4m)`. */
export function revisionOutcomeText(t: Translate, outcome: RevisionOutcome): string {
  const { kind, nodes: count } = outcome;
  switch (kind) {
    case "reachedAll":
      if (outcome.isOfOtherNodes === true) return t("revisions.fate.reachedAllThen");
      return outcome.tookMs === undefined
        ? t("revisions.fate.reachedAll", { count })
        : t("revisions.fate.reachedAllIn", { count, took: humanDuration(outcome.tookMs) });
    case "leftAfter":
      return t("revisions.fate.leftAfter", { count });
    case "neverAvailable":
      return t("revisions.fate.neverAvailable", { count, took: humanDuration(outcome.forMs) });
    default:
      return assertNever(kind);
  }
}
