import type { ReactNode } from "react";
import type { CellStyle } from "../../data/cell/cell-style.ts";
import { isDataStale } from "../../data/freshness/freshness.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { useTitle } from "../../ui/announce/use-title.ts";
import { Unhyphenated } from "../../ui/text/Unhyphenated.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { Crumbs } from "../bar/Crumbs.tsx";
import { columnsOf } from "./columns-of.ts";
import { useLongClass } from "./long-class.ts";
import css from "./verdict.module.css";

/** The headline of a page that is not about one DaemonSet: icon, word, sentence. A page without a state has no icon,
 *  and its word has the weight of the sentence. It also sets the title of the tab. */
export function Headline({
  look,
  icon,
  word,
  sentence,
  isBad = false,
  isReserved = false,
  about = sentence,
  title,
  tools,
  actions,
  children,
}: {
  readonly look?: CellStyle;
  /** Replaces the cell icon; 28 px. */
  readonly icon?: ReactNode;
  readonly word: string;
  readonly sentence: string;
  readonly isBad?: boolean;
  /** On a phone, headline and facts have four lines from the start, because some arrive later. */
  readonly isReserved?: boolean;
  /** The subject in the title of the tab. Default: the sentence. */
  readonly about?: string;
  /** The whole title of the tab. Default: the word and the subject. */
  readonly title?: string;
  /** Controls at the right of the row above the headline; null if the page has no such row. */
  readonly tools?: ReactNode;
  /** Buttons at the right of the headline. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const fresh = useFreshness();
  const isStale = isDataStale(fresh);
  const shownWord = isStale ? t("chrome.was", { word }) : word;
  const longClass = useLongClass(shownWord, columnsOf(sentence));
  useTitle(title ?? shownWord, title === undefined ? about : undefined);
  return (
    <section
      className={classes(
        css.verdict,
        isReserved && css.reserved,
        tools === null && css.bare,
        (look ?? icon) === undefined && css.plain,
        "data",
      )}
      data-verdict
      aria-label={t("chrome.verdict")}
    >
      {tools === null ? null : (
        <div className={css.crumbs}>
          <Crumbs>{tools}</Crumbs>
        </div>
      )}
      <div className={css.lines}>
        <h1 className={longClass}>
          {look === undefined ? icon : <CellSwatch look={look} size={28} isResting />}
          <b className={isStale ? css.old : isBad ? css.stuck : undefined}>{shownWord}</b>{" "}
          <span className={css.sentence} title={sentence}>
            <Unhyphenated text={sentence} />
          </span>
        </h1>
        {children === undefined ? null : <div className={css.sub}>{children}</div>}
      </div>
      {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
    </section>
  );
}
