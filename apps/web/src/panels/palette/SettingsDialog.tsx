import { useSyncExternalStore } from "react";
import checkCss from "../../ui/controls/check.module.css";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { commandBoard } from "../../ui/keys/command-board.ts";
import { CHOICES, setPreferences } from "../../ui/preferences/preferences.ts";
import { usePreferences } from "../../ui/preferences/use-preferences.ts";
import { LanguageChoice } from "../../words/i18n/LanguageChoice.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./settings.module.css";

/** Commands of the menu. */
const MORE = ["export", "help"] as const;
const KEYS = ["theme", "density", "motion"] as const;

/** Settings for appearance and motion, stored in this browser. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const preferences = usePreferences();
  const offered = useSyncExternalStore(commandBoard.subscribe, commandBoard.offered);
  return (
    <Dialog title={t("chrome.settings")} className={css.settings} onClose={onClose}>
      <div className={css.row}>
        <span>{t("preferences.language")}</span>
        <LanguageChoice />
      </div>
      {KEYS.map((key) => (
        <fieldset key={key} className={css.row}>
          <legend>{t(`preferences.${key}.title`)}</legend>
          <span className={css.choices}>
            {CHOICES[key].map((choice) => (
              <label key={choice} className={preferences[key] === choice ? css.chosen : undefined}>
                <input
                  type="radio"
                  className="visually-hidden"
                  name={key}
                  checked={preferences[key] === choice}
                  onChange={() => setPreferences({ [key]: choice })}
                />
                {t(`preferences.${key}.${choice}` as "preferences.theme.system")}
              </label>
            ))}
          </span>
        </fieldset>
      ))}
      <label className={`${css.row} ${checkCss.check}`}>
        <span>{t("keys.single")}</span>
        <input
          type="checkbox"
          checked={preferences.singleKeys}
          onChange={(event) => setPreferences({ singleKeys: event.target.checked })}
        />
      </label>
      <div className={css.more}>
        {MORE.filter((id) => offered.has(id)).map((id) => (
          <button
            key={id}
            type="button"
            className="btn"
            onClick={() => {
              onClose();
              commandBoard.give(id);
            }}
          >
            {t(id === "export" ? "chrome.export" : "preferences.help")}
          </button>
        ))}
      </div>
      <p className="i3">{t("preferences.kept")}</p>
    </Dialog>
  );
}
