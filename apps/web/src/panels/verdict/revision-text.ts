import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../../words/i18n/translator.ts";

export type Revised = Pick<DaemonSetRecord, "revisions" | "revisionSinceMs" | "changedBy" | "changedByUser">;

/** Returns the author of the current revision, the user before the tool: `mia@example.com (argocd)`. A field manager of
 *  kubectl is named by its command: `kubectl set`. */
export function authorText(
  t: Translate,
  { changedBy, changedByUser: user }: Pick<Revised, "changedBy" | "changedByUser">,
): string | undefined {
  const manager = changedBy?.replace(/^kubectl-(client-side-)?/, "kubectl ");
  return manager === undefined || user === undefined ? manager : t("verdict.userBy", { user, manager });
}

export const byText = (t: Translate, record: Revised): string => {
  const author = authorText(t, record);
  return author === undefined ? "" : t("verdict.by", { author });
};

/** Formats the current revision and its author: `Revision 3 by helm`, or a restart. Undefined while revisions are not
 *  read. */
export function revisionByText(t: Translate, record: Revised): string | undefined {
  const current = record.revisions.find((revision) => revision.current);
  if (current === undefined) return undefined;
  return current.isRestart === true
    ? t("verdict.restarted", { by: byText(t, record) })
    : t("verdict.revision", { revision: current.revision, by: byText(t, record) });
}
