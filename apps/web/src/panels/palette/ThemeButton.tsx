import iconCss from "../../ui/controls/icons.module.css";
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

const ThemeIcon = () => (
  <svg className={iconCss.icon} viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="5.5" />
    <path d="M8 2.5v11a5.5 5.5 0 0 0 0-11z" fill="currentColor" stroke="none" />
  </svg>
);
