import { useTranslation } from "react-i18next";
import { ApiProblem } from "../api/queries.ts";
import { NearestLinks } from "../sections/NearestLinks.tsx";
import type { View } from "../url.ts";
import type { LineMatcher } from "./line-matcher.ts";
import type { FollowedLogs } from "./use-logs.ts";

/** Problems that are told one by one; the rest is counted. */
const PROBLEMS_SHOWN = 5;

interface LogStateProps {
  readonly followed: FollowedLogs;
  readonly matcher: LineMatcher;
  readonly shown: number;
  /** Lines that came while the view is held. */
  readonly waiting: number;
  readonly nearestOf: (name: string) => View;
  readonly onAgain: () => void;
}

/** What is followed, how much of it is here, and what is wrong with the rest. */
export function LogState({ followed, matcher, shown, waiting, nearestOf, onAgain }: LogStateProps) {
  const { t } = useTranslation();
  const { state, error, streams, leftOut, lines, dropped, ended } = followed;
  const problems = [...ended].flatMap(([at, problem]) => (problem === undefined ? [] : [{ pod: streams[at]?.pod ?? "", problem }]));
  const open = streams.length - ended.size;
  return (
    <div className="log-state">
      <p role="status">
        {state === "opening" ? t("logs.opening") : null}
        {state === "following" ? t("logs.following", { count: open }) : null}
        {state === "over" ? t("logs.over") : null}
        {streams.length > 0 ? ` · ${t("logs.lines", { count: lines.length })}` : ""}
        {matcher.kind === "some" ? ` · ${t("logs.found", { count: shown })}` : ""}
        {dropped > 0 ? ` · ${t("logs.dropped", { count: dropped })}` : ""}
        {waiting > 0 ? ` · ${t("logs.waiting", { count: waiting })}` : ""}
        {leftOut > 0 ? ` · ${t("logs.leftOut", { count: leftOut })}` : ""}{" "}
        {state === "over" || state === "lost" || (state === "following" && ended.size > 0) ? (
          <button type="button" className="btn" onClick={onAgain}>
            {t("logs.again")}
          </button>
        ) : null}
      </p>
      {matcher.kind === "unusable" ? <p role="alert">{t("logs.badRegex", { problem: matcher.problem })}</p> : null}
      {state === "lost" ? <p role="alert">{t("logs.lost")}</p> : null}
      {error !== undefined && state === "refused" ? (
        <p role="alert">
          {error instanceof ApiProblem ? error.message : t("sections.noServer")}
          <NearestLinks error={error} viewOf={nearestOf} />
        </p>
      ) : null}
      {problems.slice(0, PROBLEMS_SHOWN).map(({ pod, problem }) => (
        <p key={pod} role="alert">
          <b>{pod}</b> {problem}
        </p>
      ))}
      {problems.length > PROBLEMS_SHOWN ? <p>{t("logs.moreProblems", { count: problems.length - PROBLEMS_SHOWN })}</p> : null}
    </div>
  );
}
