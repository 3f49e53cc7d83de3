import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { PlanButton } from "../../actions/PlanButton.tsx";
import { useWriteAccess } from "../../actions/use-write-access.ts";

/** Link to the plan of a rollback to a revision. Absent if actions are not allowed, which the actions panel
 *  explains. */
export function UndoTo({ record, revision }: { readonly record: DaemonSetRecord; readonly revision: number }) {
  const { t } = useTranslation();
  if (useWriteAccess()?.kind !== "yes") return null;
  const { namespace, name } = record;
  const title = t("actions.undo.title", { revision });
  return (
    <>
      {" "}
      <PlanButton
        question={{ steps: [{ kind: "edit", namespace, name, edit: { kind: "revision", to: revision } }] }}
        title={`${name}: ${title}`}
        verb={title}
        label={t("acting.undo.open")}
      />
    </>
  );
}
