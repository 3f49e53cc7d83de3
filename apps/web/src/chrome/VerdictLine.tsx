import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { useCluster, useFreshness } from "../cluster/cluster-context.ts";
import { isOld } from "../cluster/freshness.ts";
import { daemonSetView } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import { needLook, type Verdict } from "./select-verdict.ts";
import { useTitle } from "./use-title.ts";

const LIVE_REGION_MS = 5000;

/** Says a text to screen readers at most every five seconds, the newest last; at once where it is about another cluster. */
function useThrottled(text: string, epoch: string | undefined): string {
  const [said, setSaid] = useState({ text, epoch });
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    const say = () => setSaid({ text: latest.current, epoch });
    say();
    const timer = setInterval(say, LIVE_REGION_MS);
    return () => clearInterval(timer);
  }, [epoch]);
  return said.epoch === epoch ? said.text : text;
}

/** The largest line of the page: icon, word, what it is about, sentence. Also the document's title and a live region; only a turn to STUCK interrupts. */
export function VerdictLine({
  verdict,
  linked,
  children,
}: {
  readonly verdict: Verdict;
  readonly linked: boolean;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const fresh = useFreshness();
  const was = isOld(fresh);
  const word = was ? t("verdict.was", { word: verdict.word }) : verdict.word;
  const { record } = verdict;
  const about = record === undefined ? "" : `${record.namespace}/${record.name}`;
  useTitle(word, about);
  const said = useThrottled(
    `${word} ${about} ${verdict.sentence}`,
    useCluster(({ state }) => state?.epoch),
  );
  return (
    <section className="verdict data" aria-label={t("verdict.label")}>
      <h1>
        <CellSwatch look={needLook(verdict.need)} size={28} />
        <b className={was ? "w-old" : verdict.tone === "stuck" ? "w-stuck" : verdict.tone === "roll" ? "w-roll" : undefined}>{word}</b>
        {record === undefined ? (
          <span className="t">{verdict.sentence}</span>
        ) : (
          <span className="t" title={`${about}${t("verdict.about", { sentence: verdict.sentence })}`}>
            {linked ? (
              <ViewLink view={daemonSetView(record.key)} className="ds">
                {about}
              </ViewLink>
            ) : (
              <span className="ds">{about}</span>
            )}
            {t("verdict.about", { sentence: verdict.sentence })}
          </span>
        )}
      </h1>
      <div className="sub">{children}</div>
      <div className="visually-hidden" aria-live={verdict.need === "stuck" ? "assertive" : "polite"}>
        {said}
      </div>
    </section>
  );
}
