import { useSyncExternalStore } from "react";
import checkCss from "../../ui/controls/check.module.css";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { commandBoard } from "../../ui/keys/command-board.ts";
import { type CommandPart, KEY_COMMANDS } from "../../ui/keys/key-commands.ts";
import { setPreferences } from "../../ui/preferences/preferences.ts";
import { usePreferences } from "../../ui/preferences/use-preferences.ts";
import { useLanguage } from "../../words/i18n/use-language.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import helpCss from "./help.module.css";

const PARTS: readonly CommandPart[] = ["everywhere", "list", "thing", "grid", "lab"];
const KEY_NAMES: Readonly<Record<string, string>> = { Escape: "Esc", " ": "Space", ArrowDown: "↓", ArrowUp: "↑" };
const keyName = (key: string): string => KEY_NAMES[key] ?? key.replace("Mod+", "Ctrl-");

/** Keys that the focused element handles. */
const FOCUSED_KEYS = ["move", "ends", "groups", "problem", "open", "find"] as const;

/** The keys of the page; those without effect on the current page are dimmed. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const offered = useSyncExternalStore(commandBoard.subscribe, commandBoard.offered);
  const { singleKeys } = usePreferences();
  return (
    <Dialog title={t("keys.title")} className={helpCss.help} onClose={onClose}>
      <div className={helpCss.parts}>
        {PARTS.filter((part) => part !== "lab" || offered.has("lab")).map((part) => (
          <section key={part} aria-label={t(`keys.parts.${part}`)}>
            <h3>{t(`keys.parts.${part}`)}</h3>
            <dl>
              {KEY_COMMANDS.filter((command) => command.part === part && command.keys.length > 0).map(({ id, keys }) => (
                <div key={id} className={offered.has(id) ? undefined : helpCss.off}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{keyName(key)}</kbd>
                    ))}
                  </dt>
                  <dd>{t(`keys.commands.${id}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section aria-label={t("keys.parts.cells")}>
          <h3>{t("keys.parts.cells")}</h3>
          <dl>
            {FOCUSED_KEYS.map((id) => (
              <div key={id}>
                <dt>
                  <kbd>{t(`keys.cells.${id}.keys`)}</kbd>
                </dt>
                <dd>{t(`keys.cells.${id}.does`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <p className={helpCss.foot}>
        <label className={checkCss.check}>
          <input type="checkbox" checked={singleKeys} onChange={(event) => setPreferences({ singleKeys: event.target.checked })} />
          {t("keys.single")}
        </label>
        <a href={`docs/${language === "en" ? "" : `${language}/`}start`} target="_blank" rel="noopener">
          {t("keys.docs")}
        </a>
      </p>
    </Dialog>
  );
}
