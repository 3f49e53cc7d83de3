import { PATHS } from "@daemonscope/shared/http/paths";
import { useTranslation } from "react-i18next";
import { baseUrl } from "../address/base-url.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import css from "../exports/exports.module.css";
import { momentText } from "../i18n/time-of-day.ts";
import type { SavedRange } from "./range.ts";
import styles from "./timeline.module.css";

interface RecordingDialogProps {
  readonly saved: SavedRange;
  readonly nowMs: number;
  readonly onClose: () => void;
}

function addressOf({ fromMs, toMs }: SavedRange, isAnonymised: boolean): string {
  const url = new URL(PATHS.historyRecording.slice(1), baseUrl());
  url.searchParams.set("from", String(Math.round(fromMs)));
  url.searchParams.set("to", String(Math.round(toMs)));
  if (isAnonymised) url.searchParams.set("anonymise", "true");
  return url.href;
}

/** Saves a range as a file that `daemonscope replay` shows: unchanged, or with anonymised names for readers who may not
 *  know them. */
export function RecordingDialog({ saved, nowMs, onClose }: RecordingDialogProps) {
  const { t } = useTranslation();
  const { fromMs, toMs, isAfterGap } = saved;
  const from = momentText(fromMs, nowMs, true);
  const to = momentText(toMs, nowMs, true);
  return (
    <Dialog title={t("timeline.saving.title", { from, to })} className={css.dialog} onClose={onClose}>
      {isAfterGap && <p className={styles.savedNote}>{t("timeline.saving.since", { from })}</p>}
      <div className={styles.savedForms}>
        {(["whole", "anonymised"] as const).map((form) => (
          <a key={form} className={css.form} href={addressOf(saved, form === "anonymised")} download onClick={onClose}>
            <b>{t(`timeline.saving.${form}.name`)}</b>
            <span className="i2">{t(`timeline.saving.${form}.what`)}</span>
          </a>
        ))}
      </div>
      <p className={styles.savedNote}>
        {t("timeline.saving.shownBy")} <code>daemonscope replay FILE</code>
      </p>
    </Dialog>
  );
}
