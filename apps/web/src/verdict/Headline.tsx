import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useTitle } from "../announce/use-title.ts";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import type { CellLook } from "../cell/look.ts";
import { useFreshness } from "../cluster/cluster-context.ts";
import { isOld } from "../cluster/freshness.ts";
import css from "./verdict.module.css";

/** The largest line of a page that is about no single DaemonSet: icon, word, sentence; the title of the tab too. */
export function Headline({
  look,
  icon,
  word,
  sentence,
  isBad = false,
  about = sentence,
  title,
  children,
}: {
  readonly look?: CellLook;
  /** In its place, where it is no cell; 28 px. */
  readonly icon?: ReactNode;
  readonly word: string;
  readonly sentence: string;
  readonly isBad?: boolean;
  /** What the title of the tab names; the sentence when left out. */
  readonly about?: string;
  /** The title of the tab where that is not the word and what it names. */
  readonly title?: string;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const fresh = useFreshness();
  const was = isOld(fresh);
  const said = was ? t("chrome.was", { word }) : word;
  useTitle(title ?? said, title === undefined ? about : undefined);
  return (
    <section className={`${css.verdict} data`} data-verdict aria-label={t("chrome.verdict")}>
      <h1>
        {look === undefined ? icon : <CellSwatch look={look} size={28} />}
        <b className={was ? css.old : isBad ? css.stuck : undefined}>{said}</b>
        <span className={css.sentence}>{sentence}</span>
      </h1>
      <div className={css.sub}>{children}</div>
    </section>
  );
}
