import type { HistoryGap } from "@daemonscope/shared/http/history";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SaveIcon } from "../exports/export-icons.tsx";
import { useRightsQuery } from "../rights/use-rights-query.ts";
import { RecordingDialog } from "./RecordingDialog.tsx";
import { type Range, type SavedRange, savedRange } from "./range.ts";

interface RecordingButtonProps {
  readonly range: Range;
  readonly kept: Range;
  readonly gaps: readonly HistoryGap[];
}

/** Saves what is drawn when it is pressed; nothing for who sees a part of the cluster, and is given no file. */
export function RecordingButton({ range, kept, gaps }: RecordingButtonProps) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<SavedRange | undefined>(undefined);
  const label = t("timeline.save");
  const mine = useRightsQuery();
  if (mine?.kind === "part") return null;
  return (
    <>
      <button type="button" className="iconbtn" aria-label={label} title={label} onClick={() => setSaved(savedRange(range, kept, gaps))}>
        <SaveIcon />
      </button>
      {saved === undefined ? null : <RecordingDialog saved={saved} nowMs={kept.toMs} onClose={() => setSaved(undefined)} />}
    </>
  );
}
