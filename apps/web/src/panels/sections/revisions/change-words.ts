import type { TemplateChange } from "@daemonscope/daemonset/revisions/template/template-changes";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import { agentVersionOf } from "../../../data/clusters/image-version.ts";
import type { Translate } from "../../../words/i18n/translator.ts";

function whatChanged({ kind, what, before, after }: TemplateChange, t: Translate): string {
  switch (kind) {
    case "added":
      return after === undefined ? t("revisions.change.added", { what }) : t("revisions.change.addedAs", { what, after });
    case "removed":
      return before === undefined ? t("revisions.change.removed", { what }) : t("revisions.change.removedWas", { what, before });
    case "reordered":
      return t("revisions.change.reordered", { what });
    case "changed":
      return before === after
        ? t("revisions.change.hidden", { what })
        : t("revisions.change.changed", { what, before: before ?? "", after: after ?? "" });
  }
}

/** Reports whether the change only requests a restart. */
export const isRestart = ({ what }: TemplateChange): boolean => what.endsWith(ANNOTATIONS.restartedAt);
export const RESTART = "kubectl rollout restart";

/** Returns a whole change in one sentence, for screen readers. */
export function changeWords(change: TemplateChange, t: Translate): string {
  const words = `${whatChanged(change, t)}${isRestart(change) ? ` (${RESTART})` : ""}`;
  return change.subject === "" ? words : t("revisions.change.of", { subject: change.subject, words });
}

/** Returns a change for a table cell: images by their tags, and no container. */
export function shortChange(change: TemplateChange, t: Translate): string {
  if (isRestart(change)) return RESTART;
  const { kind, what, before, after } = change;
  if (kind !== "changed" || what !== "image" || before === undefined || after === undefined) return whatChanged(change, t);
  return whatChanged({ ...change, before: agentVersionOf(before), after: agentVersionOf(after) }, t);
}
