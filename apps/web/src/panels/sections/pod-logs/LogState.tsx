import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import type { View } from "../../../data/url/url.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import type { FollowedLogs } from "../../logs/log-follower.ts";
import { NearestLinks } from "../NearestLinks.tsx";
import type { LineMatcher } from "./line-matcher.ts";
import css from "./logs.module.css";

/** Limits of listed problems and of pods per problem; the rest is counted. */
const MAX_PROBLEMS = 5;
const MAX_NAMED_PODS = 3;

interface LogStateProps {
  readonly followed: FollowedLogs;
  readonly matcher: LineMatcher;
  readonly shown: number;
  /** Lines that arrived while the view is paused. */
  readonly waiting: number;
  readonly nearestOf: (name: string) => View;
  readonly onAgain: () => void;
}

function podsText(t: Translate, pods: readonly string[]): string {
  const named = pods.slice(0, MAX_NAMED_PODS).join(t("model.listComma"));
  return pods.length > MAX_NAMED_PODS ? t("logs.podsAndMore", { pods: named, count: pods.length - MAX_NAMED_PODS }) : named;
}

/** Pods whose logs could not be read for the same reason. */
interface LogProblem {
  /** Names of the pods, in the order of the streams. */
  readonly pods: readonly string[];
  /** The container is being created (`starts`) or cannot start (`waits`), and `text` is its waiting reason; else
   *  `text` is the API server's sentence. */
  readonly kind: "starts" | "waits" | "sentence";
  readonly text: string;
}

const WAITS = /^container "[^"]+" is waiting to start: (.+?)\.?$/;
const STARTS = new Set(["ContainerCreating", "PodInitializing"]);

const kindOf = (reason: string | undefined): LogProblem["kind"] =>
  reason === undefined ? "sentence" : STARTS.has(reason) ? "starts" : "waits";

/** Groups equal problems of all pods; the problem with the most pods comes first. */
export function groupLogProblems(problems: readonly { readonly pod: string; readonly problem: string }[]): readonly LogProblem[] {
  const groups = new Map<string, { readonly pods: string[]; readonly kind: LogProblem["kind"]; readonly text: string }>();
  for (const { pod, problem } of problems) {
    const text = problem.replace(` in pod "${pod}"`, "");
    const reason = WAITS.exec(text)?.[1];
    const key = reason === undefined ? `sentence ${text.replaceAll(pod, "")}` : `waits ${reason}`;
    const group = groups.get(key);
    if (group !== undefined) group.pods.push(pod);
    else groups.set(key, { pods: [pod], kind: kindOf(reason), text: reason ?? text });
  }
  return [...groups.values()].sort((a, b) => b.pods.length - a.pods.length);
}

/** The number of open streams and loaded lines, and the problems of streams that failed. */
export function LogState({ followed, matcher, shown, waiting, nearestOf, onAgain }: LogStateProps) {
  const { t } = useTranslation();
  const { state, error, streams, leftOut, lines, dropped, ended } = followed;
  const problems = [...ended].flatMap(([at, problem]) => (problem === undefined ? [] : [{ pod: streams[at]?.pod ?? "", problem }]));
  const problemGroups = groupLogProblems(problems);
  const hiddenCount = problemGroups.slice(MAX_PROBLEMS).reduce((sum, { pods }) => sum + pods.length, 0);
  const open = streams.length - ended.size;
  return (
    <div className={css.state}>
      <p role="status">
        {state === "opening" ? t("logs.opening") : null}
        {state === "following" ? t("logs.following", { count: open }) : null}
        {state === "over" ? t("logs.over") : null}
        {streams.length > 0 ? ` · ${t("logs.lines", { count: lines.length })}` : ""}
        {matcher.kind === "some" ? ` · ${t("logs.found", { count: shown })}` : ""}
        {dropped > 0 ? ` · ${t("logs.dropped", { count: dropped })}` : ""}
        {waiting > 0 ? ` · ${t("logs.waiting", { count: waiting })}` : ""}
        {leftOut > 0 ? ` · ${t("logs.leftOut", { count: leftOut })}` : ""}{" "}
        {state === "over" || state === "lost" || (state === "following" && problems.length > 0) ? (
          <button type="button" className={`btn ${css.again}`} onClick={onAgain}>
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
      {problemGroups.slice(0, MAX_PROBLEMS).map(({ pods, kind, text }) => (
        <p key={pods[0]} role={kind === "starts" ? "status" : "alert"} className={css.problem}>
          {kind === "sentence" ? text : t("logs.waitToStart", { count: pods.length, reason: text })} <b>{podsText(t, pods)}</b>
        </p>
      ))}
      {hiddenCount > 0 ? <p>{t("logs.moreProblems", { count: hiddenCount })}</p> : null}
    </div>
  );
}
