import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { shortImage } from "@daemonscope/words/facts/cause-text";
import type { ReactNode } from "react";
import { useState } from "react";
import { verdictLook } from "../../data/cell/verdict-icon.ts";
import { agentVersionOf } from "../../data/clusters/image-version.ts";
import { isDataStale } from "../../data/freshness/freshness.ts";
import { useCluster, useFreshness } from "../../data/hooks/cluster-context.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { useTitle } from "../../ui/announce/use-title.ts";
import { Unhyphenated } from "../../ui/text/Unhyphenated.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { Crumbs } from "../bar/Crumbs.tsx";
import { columnsOf } from "./columns-of.ts";
import { shorterSentences, useFittingSentence, useLongClass } from "./long-class.ts";
import { isUrgent, type VerdictSummary } from "./select-verdict.ts";
import css from "./verdict.module.css";

/**
 * The headline of the page: icon, word, subject, sentence. It also sets the document's title and a live region, which
 * announces each change of the word at once. Only a change to an urgent word interrupts a screen reader.
 */
export function VerdictLine({
  verdict,
  linked,
  isNameUnique = false,
  tools,
  actions,
  children,
}: {
  readonly verdict: VerdictSummary;
  readonly linked: boolean;
  /** No other DaemonSet has the name, so that the link omits the namespace. */
  readonly isNameUnique?: boolean;
  /** Buttons at the right of the row above the headline. */
  readonly tools?: ReactNode;
  /** Buttons at the right of the headline. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { t, i18n } = useTranslation();
  const fresh = useFreshness();
  const isStale = isDataStale(fresh);
  const word = isStale ? t("verdict.was", { word: verdict.word }) : verdict.word;
  const { record } = verdict;
  const about = record === undefined ? "" : `${record.namespace}/${record.name}`;
  useTitle(word, about);
  const shownName = record === undefined ? "" : linked && !isNameUnique ? about : record.name;
  const sentence = record === undefined ? verdict.sentence : shownName + t("verdict.about", { sentence: verdict.sentence });
  const nameColumns = linked ? columnsOf(shownName) : 0;
  const longClass = useLongClass(word, columnsOf(sentence), nameColumns);
  const fitting = useFittingSentence(word, shorterSentences(verdict.sentence, imageTags(record)), columnsOf(shownName), nameColumns);
  // The last clause of a healthy one is a notice, for example about the next rollout.
  const shown = verdict.verdict === "healthy" ? verdict.sentence : fitting;
  const epoch = useCluster(({ state }) => state?.epoch) ?? "";
  const announcement = useSpeech(
    {
      // A failure that moves to another DaemonSet of the fleet is news. Healthy and rolling ones take turns.
      matter: `${verdict.verdict} ${isUrgent(verdict) ? about : ""} ${isStale}`,
      text: `${word} ${about} ${verdict.sentence}`,
    },
    // The page of one DaemonSet keeps its subject; the fleet's verdict may move to another DaemonSet.
    `${epoch} ${i18n.language} ${linked ? "" : about}`,
  );
  return (
    <section className={classes(css.verdict, css.fixed, "data")} data-verdict aria-label={t("verdict.label")}>
      <div className={css.crumbs}>
        <Crumbs>{tools === undefined ? null : <div className={css.tools}>{tools}</div>}</Crumbs>
      </div>
      {/* A new word replaces headline and facts instead of moving them. A link keeps its focus. */}
      <div key={linked ? undefined : verdict.verdict} className={css.lines}>
        <h1 className={longClass}>
          <CellSwatch look={verdictLook(verdict)} size={28} isResting={verdict.verdict === "healthy" || verdict.verdict === "degraded"} />
          <b
            title={t(`verdict.means.${verdict.verdict}`)}
            className={isStale ? css.old : verdict.tone === "stuck" ? css.stuck : verdict.tone === "roll" ? css.rolling : undefined}
          >
            {word}
          </b>{" "}
          {record === undefined ? (
            <span className={css.sentence} title={verdict.sentence}>
              <Unhyphenated text={shown} />
            </span>
          ) : (
            <span className={css.sentence} title={verdict.range ?? sentence}>
              {linked ? (
                <ViewLink view={daemonSetView(record.key)}>
                  <Unhyphenated text={shownName} />
                </ViewLink>
              ) : (
                <Unhyphenated text={shownName} />
              )}
              <Unhyphenated text={t("verdict.about", { sentence: shown })} />
            </span>
          )}
        </h1>
        <div className={css.sub}>{children}</div>
      </div>
      {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
      <div className="visually-hidden" aria-live={isUrgent(verdict) ? "assertive" : "polite"}>
        {announcement}
      </div>
    </section>
  );
}

/** Returns the images that the causes of a DaemonSet name, as a sentence names them, with their tags. */
const imageTags = (record: DaemonSetRecord | undefined) =>
  (record?.causes ?? []).flatMap(({ cause: { kind, subject } }) =>
    subject !== undefined && kind.startsWith("image") ? [[shortImage(subject), agentVersionOf(subject)] as const] : [],
  );

/** A sentence for users of screen readers. */
interface SpeechRequest {
  /** The relevant content: while it is equal, only numbers and ages differ. */
  readonly matter: string;
  readonly text: string;
}

/** Returns the text of a live region for content that changes often: the text of the last change of its matter.
 *  `about`: another value is another page, cluster or language. */
function useSpeech({ matter, text }: SpeechRequest, about: string): string {
  const key = `${about}\n${matter}`;
  const [spoken, setSpoken] = useState({ key, text });
  if (spoken.key === key) return spoken.text;
  setSpoken({ key, text });
  return text;
}
