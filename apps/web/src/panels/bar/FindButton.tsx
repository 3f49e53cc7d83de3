import { useTranslation } from "react-i18next";
import { SearchIcon } from "../../ui/controls/icons.tsx";
import barCss from "../../ui/controls/top-bar.module.css";
import { commandBoard } from "../../ui/keys/command-board.ts";
import { PALETTE_KEY } from "../../ui/keys/key-commands.ts";

/** Opens the palette. */
export function FindButton() {
  const { t } = useTranslation();
  const label = t("chrome.findOrRun");
  return (
    <button type="button" className={barCss.find} title={label} onClick={() => commandBoard.give("palette")}>
      <SearchIcon />
      <span>{label}</span>
      <kbd aria-hidden="true">{PALETTE_KEY}</kbd>
    </button>
  );
}
