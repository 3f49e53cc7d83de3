import { formatMoment } from "@daemonscope/shared/http/moment";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import type { UrlMoment } from "../../data/url/moment.ts";
import { goToMoment, useUrlMoment } from "../../data/url/navigation.ts";
import { useTitle } from "../../ui/announce/use-title.ts";
import { EmptyState } from "../../ui/empty/EmptyState.tsx";
import { datedText } from "../../words/i18n/dated-text.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { usePlayerStatus, useTimeTravel } from "./player/use-player-status.ts";

function problemWords(t: Translate, moment: UrlMoment, problem: unknown, nowMs: number): string | undefined {
  if (moment.kind === "unreadable") return t("timeline.noMoment.unreadable", { text: moment.text.slice(0, 80) });
  if (problem === undefined || moment.kind === "now") return undefined;
  const time = formatMoment(moment.atMs);
  if (!(problem instanceof ApiProblem)) return t("timeline.noMoment.notRead");
  switch (problem.code) {
    case "MomentNotKept":
      return t("timeline.noMoment.notKept", { time, from: formatMoment(Number(problem.params?.fromMs)) });
    case "NotWatched": {
      const text = (atMs: unknown) => datedText(Number(atMs), moment.atMs, true);
      const { fromMs, toMs } = problem.params ?? {};
      return t("timeline.noMoment.notWatched", { time: momentText(moment.atMs, nowMs, true), from: text(fromMs), to: text(toMs) });
    }
    case "MomentDamaged":
      return t("timeline.noMoment.damaged", { time, to: formatMoment(Number(problem.params?.toMs)) });
    case "MomentAhead":
      return t("timeline.noMoment.ahead", { time });
    case "NoHistory":
      return t("timeline.noMoment.nothingKept");
    default:
      return problem.message;
  }
}

/** Replaces a page whose moment is not available: shows that it is being read, or why it cannot be shown, and a button
 *  to now. */
export function MomentNotFound() {
  const { t } = useTranslation();
  const moment = useUrlMoment();
  const { problem } = usePlayerStatus();
  const travel = useTimeTravel();
  const words = problemWords(t, moment, problem, travel.nowMs());
  useTitle(t(words === undefined ? "timeline.reading" : "timeline.noMoment.title"));
  return (
    <main aria-busy={words === undefined}>
      <EmptyState level={1} title={t(words === undefined ? "timeline.reading" : "timeline.noMoment.title")}>
        {words === undefined ? null : <p role="alert">{words}</p>}
        <button type="button" className="btn" onClick={() => goToMoment(undefined)}>
          {t("timeline.toNow")}
        </button>
      </EmptyState>
    </main>
  );
}
