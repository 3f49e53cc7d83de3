import { errorMessage } from "@daemonscope/kube/base/error-message";
import { useState } from "react";
import { announce } from "../../ui/announce/announce.ts";
import { copyText } from "../../ui/announce/copy-text.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./exports.module.css";
import { fileNameOf, type Origin, originFacts, originLine } from "./origin.ts";
import { saveFile } from "./save-file.ts";
import { csvOf, plainTextOf, type Table } from "./table-text.ts";

interface ExportDialogProps {
  /** The subject, such as `logging/fluent-bit` or `DaemonSets`. */
  readonly about: string;
  readonly origin: Origin;
  readonly table: Table;
  /** Parts of the table still load; formats that contain them wait. */
  readonly isAwaited?: boolean;
  /** The facts behind the table, for programs. */
  readonly facts: object;
  /** Returns the table as prose for a ticket, if available. */
  readonly markdown?: () => string;
  readonly pictures: { readonly svg: () => Promise<Blob>; readonly png: () => Promise<Blob> } | undefined;
  readonly onClose: () => void;
}

/** Saves the shown data as a file, or copies it. Every format names the cluster, the time and whether the data was
 *  live. */
export function ExportDialog({ about, origin, table, isAwaited = false, facts, markdown, pictures, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState("");
  const save = (extension: string, content: Blob) => {
    const name = fileNameOf(origin, about, extension);
    saveFile(name, content);
    announce(t("exports.saved", { name }));
    onClose();
  };
  const savePicture = async (form: "svg" | "png") => {
    try {
      if (pictures !== undefined) save(form, await pictures[form]());
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  const json = () => `${JSON.stringify({ ...originFacts(origin), ...facts }, null, 2)}\n`;
  const formats: readonly { readonly id: "csv" | "json" | "markdown" | "text" | "svg" | "png"; readonly run: () => void }[] = [
    { id: "csv", run: () => save("csv", new Blob([csvOf(table)], { type: "text/csv" })) },
    { id: "json", run: () => save("json", new Blob([json()], { type: "application/json" })) },
    ...(markdown === undefined
      ? []
      : [
          {
            id: "markdown" as const,
            run: () => save("md", new Blob([`${markdown()}\n\n${originLine(origin)}\n`], { type: "text/markdown" })),
          },
        ]),
    {
      id: "text",
      run: () => {
        void copyText(`${about} · ${originLine(origin)}\n\n${plainTextOf(table)}`);
        onClose();
      },
    },
    ...(pictures === undefined
      ? []
      : [
          { id: "svg" as const, run: () => void savePicture("svg") },
          { id: "png" as const, run: () => void savePicture("png") },
        ]),
  ];
  return (
    <Dialog title={t("exports.title", { about })} className={css.dialog} onClose={onClose}>
      {formats.map(({ id, run }) => (
        <button key={id} type="button" className={css.form} disabled={isAwaited && id !== "svg" && id !== "png"} onClick={run}>
          <b>{t(`exports.forms.${id}.name`)}</b>
          <span className="i2">{t(`exports.forms.${id}.what`)}</span>
        </button>
      ))}
      {problem !== "" && <p role="alert">{t("exports.problem", { problem })}</p>}
    </Dialog>
  );
}
