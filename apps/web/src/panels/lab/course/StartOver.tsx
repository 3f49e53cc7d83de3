import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { LabButton } from "../LabButton.tsx";
import css from "./course.module.css";

/** One sentence about a step that cannot go on, and the button that starts it over. */
export function StartOver({ words, busy, onPress }: { readonly words: string; readonly busy: boolean; readonly onPress: () => void }) {
  const { t } = useTranslation("lab");
  return (
    <div className={css.obstacle}>
      <p role="alert">{words}</p>
      <LabButton className="btn" off={busy} onPress={onPress}>
        {t("course.startOver")}
      </LabButton>
    </div>
  );
}
