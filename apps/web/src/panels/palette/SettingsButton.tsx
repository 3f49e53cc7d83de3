import { useTranslation } from "react-i18next";
import { SettingsIcon } from "../../ui/controls/icons.tsx";
import { commandBoard } from "../../ui/keys/command-board.ts";

export function SettingsButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="iconbtn"
      aria-label={t("preferences.title")}
      title={t("preferences.title")}
      onClick={() => commandBoard.give("settings")}
    >
      <SettingsIcon />
    </button>
  );
}
