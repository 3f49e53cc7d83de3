import { ThemeIcon } from "../../ui/controls/icons.tsx";
import { CHOICES, setPreferences } from "../../ui/preferences/preferences.ts";
import { usePreferences } from "../../ui/preferences/use-preferences.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** Switches to the next theme. */
export function ThemeButton() {
  const { t } = useTranslation();
  const { theme } = usePreferences();
  const label = t("preferences.themeIs", { choice: t(`preferences.theme.${theme}`) });
  const change = () => setPreferences({ theme: CHOICES.theme[(CHOICES.theme.indexOf(theme) + 1) % CHOICES.theme.length] ?? "system" });
  return (
    <button type="button" className="iconbtn" aria-label={label} title={label} onClick={change}>
      <ThemeIcon />
    </button>
  );
}
