import type { HistoryGap } from "@daemonscope/shared/http/history";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useTranslation } from "react-i18next";
import { baseUrl } from "../address/base-url.ts";
import { SaveIcon } from "../exports/export-icons.tsx";
import { momentText } from "../text/figures.ts";
import { type Range, savedRange } from "./range.ts";

interface RecordingLinkProps {
  readonly range: Range;
  readonly kept: Range;
  readonly gaps: readonly HistoryGap[];
}

/** What is drawn, as a file that `daemonscope replay` shows. */
export function RecordingLink({ range, kept, gaps }: RecordingLinkProps) {
  const { t } = useTranslation();
  const { fromMs, toMs, isAfterGap } = savedRange(range, kept, gaps);
  const url = new URL(PATHS.historyRecording.slice(1), baseUrl());
  url.searchParams.set("from", String(Math.round(fromMs)));
  if (toMs < kept.toMs) url.searchParams.set("to", String(Math.round(toMs)));
  const words = isAfterGap ? t("timeline.saveSince", { time: momentText(fromMs, kept.toMs, true) }) : t("timeline.save");
  return (
    <a className="iconbtn" href={url.href} download aria-label={words} title={words}>
      <SaveIcon />
    </a>
  );
}
