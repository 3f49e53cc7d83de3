import { needsPerson } from "@daemonscope/daemonset/causes/cause-row";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import { causeOfConcern } from "@daemonscope/daemonset/causes/concern-cause";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { causeEnds, causeHelp, concernEnds, concernHelp } from "@daemonscope/words/facts/cause-help";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./causes.module.css";

interface CauseHelpProps {
  readonly cause: CauseFact;
  /** The DaemonSet, if its concern may have this cause. */
  readonly record?: DaemonSetRecord | undefined;
}

/** What helps against a cause, who can end it, and its entry in the docs. */
export function CauseHelp({ cause, record }: CauseHelpProps) {
  const { t, i18n } = useTranslation();
  const folder = i18n.language === "en" ? "" : `${i18n.language}/`;
  const own = record !== undefined && causeOfConcern(record.concern)?.cause.kind === cause.kind ? record : undefined;
  return (
    <div className={css.help}>
      <p>{(own && concernHelp(t, own)) ?? causeHelp(t, cause)}</p>
      <p className="i3">
        {needsPerson(CAUSES[cause.kind].endsBy)
          ? `${t("actions.endsBy", { who: own === undefined ? causeEnds(t, cause) : concernEnds(t, own, cause) })} `
          : ""}
        <a className="link" href={`docs/${folder}causes#${cause.kind.toLowerCase()}`} target="_blank" rel="noopener">
          {t("explain.cause.docs")}
        </a>
      </p>
    </div>
  );
}
