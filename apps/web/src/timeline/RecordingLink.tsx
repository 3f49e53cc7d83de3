import { PATHS } from "@daemonscope/shared/http/paths";
import { useTranslation } from "react-i18next";
import { baseUrl } from "../address/base-url.ts";
import { SaveIcon } from "../exports/export-icons.tsx";
import type { Range } from "./range.ts";

/** What is drawn, as a file that `daemonscope replay` shows. */
export function RecordingLink({ range, kept }: { readonly range: Range; readonly kept: Range }) {
  const { t } = useTranslation();
  const url = new URL(PATHS.historyRecording.slice(1), baseUrl());
  url.searchParams.set("from", String(Math.round(Math.max(range.fromMs, kept.fromMs))));
  if (range.toMs < kept.toMs) url.searchParams.set("to", String(Math.round(range.toMs)));
  return (
    <a className="iconbtn" href={url.href} download aria-label={t("timeline.save")} title={t("timeline.save")}>
      <SaveIcon />
    </a>
  );
}
