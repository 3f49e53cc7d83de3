import { PATHS } from "@daemonscope/shared/http/paths";
import { useEffect, useRef, useState } from "react";
import { ApiProblem, fetchOk } from "../../data/api/fetch-answer.ts";
import { previewRefusal } from "../../data/api/preview-refusal.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "../exports/exports.module.css";
import { saveFile } from "../exports/save-file.ts";
import styles from "./timeline.module.css";
import type { SavedRange } from "./track/range.ts";

interface RecordingDialogProps {
  readonly saved: SavedRange;
  readonly nowMs: number;
  readonly onClose: () => void;
}

const queryOf = ({ fromMs, toMs }: SavedRange, isAnonymised: boolean): Readonly<Record<string, string>> => ({
  from: String(Math.round(fromMs)),
  to: String(Math.round(toMs)),
  ...(isAnonymised ? { anonymise: "true" } : {}),
});

const fileNameIn = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "daemonscope.dslog";

type SaveState = { readonly kind: "making" } | { readonly kind: "none" } | { readonly kind: "failed"; readonly error: Error };

/** Fetches recordings and passes them to the browser. A plain link would show a refusal as JSON. Unmounting cancels. */
function useRecording(saved: SavedRange, onSaved: () => void) {
  const [saving, setSaving] = useState<SaveState>({ kind: "none" });
  const cancel = useRef(new AbortController());
  useEffect(() => {
    const fetches = new AbortController();
    cancel.current = fetches;
    return () => fetches.abort();
  }, []);
  const save = async (isAnonymised: boolean): Promise<void> => {
    const { signal } = cancel.current;
    setSaving({ kind: "making" });
    try {
      const response = await fetchOk(PATHS.historyRecording, queryOf(saved, isAnonymised), undefined, signal);
      const file = await response.blob();
      signal.throwIfAborted();
      saveFile(fileNameIn(response), file);
      onSaved();
    } catch (error) {
      if (!signal.aborted) setSaving({ kind: "failed", error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  return { saving, save };
}

const problemWords = (error: Error, t: Translate): string =>
  error instanceof ApiProblem ? (previewRefusal(error, t) ?? error.message) : t("timeline.saving.noServer");

/** Saves a range as a file that `daemonscope replay` shows: unchanged, or with anonymised names. */
export function RecordingDialog({ saved, nowMs, onClose }: RecordingDialogProps) {
  const { t } = useTranslation();
  const { fromMs, toMs, isAfterGap } = saved;
  const from = momentText(fromMs, nowMs, true);
  const to = momentText(toMs, nowMs, true);
  const { saving, save } = useRecording(saved, onClose);
  return (
    <Dialog title={t("timeline.saving.title", { from, to })} className={css.dialog} onClose={onClose}>
      {isAfterGap && <p className={styles.savedNote}>{t("timeline.saving.since", { from })}</p>}
      <div className={styles.savedForms}>
        {(["whole", "anonymised"] as const).map((form) => (
          <button
            key={form}
            type="button"
            className={css.form}
            disabled={saving.kind === "making"}
            onClick={() => void save(form === "anonymised")}
          >
            <b>{t(`timeline.saving.${form}.name`)}</b>
            <span className="i2">{t(`timeline.saving.${form}.what`)}</span>
          </button>
        ))}
      </div>
      {saving.kind === "making" && (
        <p role="status" className={styles.savedNote}>
          {t("timeline.saving.making")}
        </p>
      )}
      {saving.kind === "failed" && (
        <p role="alert" className={styles.savedNote}>
          {problemWords(saving.error, t)}
        </p>
      )}
      <p className={styles.savedNote}>
        {t("timeline.saving.shownBy")} <code>daemonscope replay FILE</code>
      </p>
    </Dialog>
  );
}
