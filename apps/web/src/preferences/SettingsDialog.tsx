import { useTranslation } from "react-i18next";
import { LanguageChoice } from "../i18n/LanguageChoice.tsx";
import { Dialog } from "../palette/Dialog.tsx";
import { CHOICES, prefer } from "./preferences.ts";
import { usePreferences } from "./use-preferences.ts";

const KEYS = ["theme", "density", "motion"] as const;

/** How the page looks and moves, kept by this browser. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const preferences = usePreferences();
  return (
    <Dialog title={t("preferences.title")} className="settings" onClose={onClose}>
      <div className="settings-row">
        <span>{t("chrome.language")}</span>
        <LanguageChoice />
      </div>
      {KEYS.map((key) => (
        <fieldset key={key} className="settings-row">
          <legend>{t(`preferences.${key}.title`)}</legend>
          <span className="seg">
            {CHOICES[key].map((choice) => (
              <label key={choice} className={preferences[key] === choice ? "on" : undefined}>
                <input
                  type="radio"
                  className="visually-hidden"
                  name={key}
                  checked={preferences[key] === choice}
                  onChange={() => prefer({ [key]: choice })}
                />
                {t(`preferences.${key}.${choice}` as "preferences.theme.system")}
              </label>
            ))}
          </span>
        </fieldset>
      ))}
      <label className="settings-row check">
        <span>{t("keys.single")}</span>
        <input type="checkbox" checked={preferences.singleKeys} onChange={(event) => prefer({ singleKeys: event.target.checked })} />
      </label>
      <p className="i3">{t("preferences.kept")}</p>
    </Dialog>
  );
}
