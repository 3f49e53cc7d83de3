import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { causeEnds, causeHelp } from "@daemonscope/words/facts/cause-help";
import { useTranslation } from "react-i18next";
import css from "./causes.module.css";

/** What helps against a cause, and who can end it. */
export function CauseHelp({ cause }: { readonly cause: CauseFact }) {
  const { t } = useTranslation();
  return (
    <div className={css.help}>
      <p>{causeHelp(t, cause)}</p>
      <p className="i3">{t("actions.endsBy", { who: causeEnds(t, cause) })}</p>
    </div>
  );
}
