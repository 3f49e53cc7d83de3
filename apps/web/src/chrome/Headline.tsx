import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import type { CellLook } from "../cell/look.ts";
import { useFreshness } from "../cluster/cluster-context.ts";
import { isOld } from "../cluster/freshness.ts";
import { useTitle } from "./use-title.ts";

/** The largest line of a page that is about no single DaemonSet: icon, word, sentence; the title of the tab too. */
export function Headline({
  look,
  word,
  sentence,
  isBad = false,
  children,
}: {
  readonly look: CellLook;
  readonly word: string;
  readonly sentence: string;
  readonly isBad?: boolean;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const fresh = useFreshness();
  const was = isOld(fresh);
  const said = was ? t("chrome.was", { word }) : word;
  useTitle(said, sentence);
  return (
    <section className="verdict data" aria-label={t("chrome.verdict")}>
      <h1>
        <CellSwatch look={look} size={28} />
        <b className={was ? "w-old" : isBad ? "w-stuck" : undefined}>{said}</b>
        <span className="t">{sentence}</span>
      </h1>
      <div className="sub">{children}</div>
    </section>
  );
}
