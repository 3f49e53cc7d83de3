import { MoreIcon } from "../../ui/controls/icons.tsx";
import { commandBoard } from "../../ui/keys/command-board.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** Opens the settings, the export and the help. */
export function SettingsButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="iconbtn"
      aria-label={t("chrome.settings")}
      title={t("chrome.settings")}
      onClick={() => commandBoard.give("settings")}
    >
      <MoreIcon />
    </button>
  );
}
