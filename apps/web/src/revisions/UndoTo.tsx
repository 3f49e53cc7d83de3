import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { DoIt } from "../actions/DoIt.tsx";
import { useActing } from "../actions/use-acting.ts";

/** The way to the plan of going back to a revision; nothing where nothing may be done, which What can be done says. */
export function UndoTo({ record, revision }: { readonly record: DaemonSetRecord; readonly revision: number }) {
  const { t } = useTranslation();
  if (useActing()?.kind !== "yes") return null;
  const { namespace, name } = record;
  const title = t("actions.undo.title", { revision });
  return (
    <>
      {" "}
      <DoIt
        question={{ steps: [{ kind: "edit", namespace, name, edit: { kind: "revision", to: revision } }] }}
        title={`${name}: ${title}`}
        verb={title}
        label={t("acting.undo.open")}
      />
    </>
  );
}
