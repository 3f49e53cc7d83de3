import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { isSameCause } from "@daemonscope/daemonset/records/cause-key";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { type ReactNode, useState } from "react";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useExplain } from "../../data/api/queries.ts";
import { useIsNow } from "../../data/hooks/cluster-context.ts";
import { logsView } from "../../data/url/pod-sections.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { LineText } from "../logs/LineText.tsx";
import type { FollowedLogs } from "../logs/log-follower.ts";
import { useLogs } from "../logs/use-logs.ts";
import css from "./causes.module.css";

const TAIL_LINES = 6;

/** Renders its content while it is open, so that a log is read only on demand. History has no logs. */
function OnDemand({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={css.tail} data-of-now data-log-tail onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen ? children : null}
    </details>
  );
}

/** Returns why a log cannot be read, or is no longer: a refusal of this server, or the API server's words. */
function problemOf({ state, error, ended }: FollowedLogs): { readonly error: Error | undefined; readonly text: string | undefined } {
  return {
    error: state === "refused" || state === "lost" ? error : undefined,
    text: [...ended.values()].find((problem) => problem !== undefined),
  };
}

interface TailProps {
  readonly view: DaemonSetView;
  readonly pod: string;
  /** Absent: the container that kubectl chooses. */
  readonly container: string | undefined;
  readonly run: "previous" | "present";
  /** The log is read again after each restart. */
  readonly restarts: number;
  /** The previous run was wanted and cannot be read. */
  readonly isInstead?: boolean;
}

/** The last lines of one container. If its previous run is not kept, those of the present run. */
function Tail({ view, pod, container, run, restarts, isInstead = false }: TailProps) {
  const { t } = useTranslation();
  const { namespace, name } = view;
  const followed = useLogs(
    {
      namespace,
      daemonSet: name,
      pod,
      tail: String(TAIL_LINES),
      ...(container === undefined ? {} : { container }),
      ...(run === "previous" ? { previous: "true" } : {}),
    },
    restarts,
  );
  const lines = followed.lines.filter(({ note }) => note === undefined).slice(-TAIL_LINES);
  const { error, text } = problemOf(followed);
  if (run === "previous" && lines.length === 0 && text !== undefined)
    return <Tail view={view} pod={pod} container={container} run="present" restarts={restarts} isInstead />;
  const problem = error === undefined ? text : error instanceof ApiProblem ? error.message : t("logs.end.lost");
  return (
    <>
      {isInstead && lines.length > 0 ? <p className="i3">{t("logs.end.presentRun")}</p> : null}
      {problem === undefined ? null : (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
      {lines.length === 0 && problem === undefined ? (
        <p role="status" className="i2">
          {t(followed.state === "over" ? "logs.end.empty" : "logs.end.reading")}
        </p>
      ) : null}
      {lines.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        <section className={css.lines} aria-label={t("logs.end.lines", { pod })} tabIndex={0}>
          <div>
            {lines.map((line) => (
              <div key={line.id} className={css.line}>
                <LineText text={line.text} stretches={line.stretches} />
              </div>
            ))}
          </div>
        </section>
      )}
      {error === undefined ? (
        <p className={css.all}>
          <ViewLink className="link" view={logsView({ ...view, node: undefined, drawer: undefined }, pod, container, run === "previous")}>
            {t("logs.end.all")}
          </ViewLink>
        </p>
      ) : null}
    </>
  );
}

/** Returns the run whose log names the reason: a container that never restarted has only its present one. */
const runOf = (cause: CauseFact, restarts: number): "previous" | "present" =>
  CAUSES[cause.kind].log === "previous" && restarts > 0 ? "previous" : "present";

function PodTail({ view, cause, pod }: { readonly view: DaemonSetView; readonly cause: CauseFact; readonly pod: PodAnswer }) {
  const restarts = pod.troubleDetail?.restarts ?? pod.restarts;
  return <Tail view={view} pod={pod.name} container={cause.container} run={runOf(cause, restarts)} restarts={restarts} />;
}

/** The last log lines of a pod with a cause, of the run that ended. History has no logs. */
export function PodLogTail({ view, cause, pod }: { readonly view: DaemonSetView; readonly cause: CauseFact; readonly pod: PodAnswer }) {
  const { t } = useTranslation();
  if (!useIsNow()) return null;
  return (
    <section className={css.tailSection} aria-label={t("logs.end.title")} data-log-tail>
      <h3>{t("logs.end.title")}</h3>
      <PodTail view={view} cause={cause} pod={pod} />
    </section>
  );
}

function TailOnNode({ view, cause, node }: { readonly view: DaemonSetView; readonly cause: CauseFact; readonly node: string }) {
  const { t } = useTranslation();
  const { data, error } = useExplain(view.namespace, view.name, node, undefined);
  if (data === undefined)
    return error === null ? (
      <p role="status" className="i2">
        {t("logs.end.reading")}
      </p>
    ) : (
      <p role="alert" className={css.problem}>
        {error instanceof ApiProblem ? error.message : t("explain.notAsked")}
      </p>
    );
  const pod = data.pods.find(({ trouble }) => trouble !== undefined && isSameCause(trouble, cause)) ?? data.pods[0];
  return pod === undefined ? <p className="i2">{t("logs.end.noPod", { node })}</p> : <PodTail view={view} cause={cause} pod={pod} />;
}

/** The last log lines of the pod on a node, on demand. Nothing if no log names the reason. */
export function NodeLogTail({
  view,
  cause,
  node,
}: {
  readonly view: DaemonSetView;
  readonly cause: CauseFact;
  readonly node: string | undefined;
}) {
  const { t } = useTranslation();
  if (CAUSES[cause.kind].log === undefined || node === undefined) return null;
  return (
    <OnDemand summary={t("logs.end.titleOn", { node })}>
      <TailOnNode view={view} cause={cause} node={node} />
    </OnDemand>
  );
}
