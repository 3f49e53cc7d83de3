import type { HistoryGap } from "@daemonscope/shared/http/history";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SaveIcon } from "../../ui/controls/filled-icons.tsx";
import { useRightsQuery } from "../access/use-rights-query.ts";
import { RecordingDialog } from "./RecordingDialog.tsx";
import { type Range, type SavedRange, savedRange } from "./track/range.ts";

interface RecordingButtonProps {
  readonly range: Range;
  readonly kept: Range;
  readonly gaps: readonly HistoryGap[];
}

/** Opens the dialog that saves the drawn range. Hidden for a user who sees only a part of the cluster, because the
 *  server denies the file. */
export function RecordingButton({ range, kept, gaps }: RecordingButtonProps) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<SavedRange | undefined>(undefined);
  const label = t("timeline.save");
  const rights = useRightsQuery();
  if (rights?.kind === "part") return null;
  return (
    <>
      <button type="button" className="iconbtn" aria-label={label} title={label} onClick={() => setSaved(savedRange(range, kept, gaps))}>
        <SaveIcon />
      </button>
      {saved === undefined ? null : <RecordingDialog saved={saved} nowMs={kept.toMs} onClose={() => setSaved(undefined)} />}
    </>
  );
}
