import { CopyButton } from "../../ui/controls/CopyButton.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./causes.module.css";
import { shownMessage } from "./shown-message.ts";

/** The words of the API server, the scheduler or the kubelet. A long message is cut; the button copies all of it. */
export function CauseMessage({ message }: { readonly message: string }) {
  const { t } = useTranslation();
  const { text, hidden } = shownMessage(message);
  return (
    <div className={css.message} data-message>
      <p dir="auto">{text}</p>
      {hidden === 0 ? null : (
        <p className={css.rest}>
          {t("explain.cause.moreCharacters", { count: hidden })} <CopyButton text={message} label={t("explain.cause.copyMessage")} />
        </p>
      )}
    </div>
  );
}
