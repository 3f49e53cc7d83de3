import { needsPerson } from "@daemonscope/daemonset/causes/cause-row";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { causeEnds, causeHelp } from "@daemonscope/words/facts/cause-help";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./causes.module.css";

/** What helps against a cause, who can end it, and its entry in the docs. */
export function CauseHelp({ cause }: { readonly cause: CauseFact }) {
  const { t, i18n } = useTranslation();
  const folder = i18n.language === "en" ? "" : `${i18n.language}/`;
  return (
    <div className={css.help}>
      <p>{causeHelp(t, cause)}</p>
      <p className="i3">
        {needsPerson(CAUSES[cause.kind].endsBy) ? `${t("actions.endsBy", { who: causeEnds(t, cause) })} ` : ""}
        <a className="link" href={`docs/${folder}causes#${cause.kind.toLowerCase()}`} target="_blank" rel="noopener">
          {t("explain.cause.docs")}
        </a>
      </p>
    </div>
  );
}
