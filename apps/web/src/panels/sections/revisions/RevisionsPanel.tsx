import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DiffLine } from "@daemonscope/daemonset/revisions/template/line-diff";
import type { ComparedTemplate, RevisionDifference, RevisionsAnswer } from "@daemonscope/shared/http/answers";
import { useState } from "react";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { useRevisions } from "../../../data/api/queries.ts";
import { sourceReadState } from "../../../data/freshness/source-read-state.ts";
import { useCluster } from "../../../data/hooks/cluster-context.ts";
import { navigate } from "../../../data/url/navigation.ts";
import type { View } from "../../../data/url/url.ts";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { EmptyState } from "../../../ui/empty/EmptyState.tsx";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { ChangeList } from "./ChangeList.tsx";
import { RevisionHistoryTable } from "./RevisionHistoryTable.tsx";
import css from "./revisions.module.css";

/** Limit of drawn lines; the copy contains all. */
const MAX_SHOWN_LINES = 1000;

const SIGNS: Readonly<Record<DiffLine["kind"], string>> = { hunk: "", same: " ", removed: "-", added: "+" };

/** The two templates as YAML, only the lines around each change, collapsed until the user opens them. */
function YamlDiff({ difference: { diff } }: { readonly difference: RevisionDifference }) {
  const { t } = useTranslation();
  if (diff.length === 0) return null;
  const count = (kind: DiffLine["kind"]) => diff.filter((line) => line.kind === kind).length;
  const lineText = ({ kind, text }: DiffLine) => `${SIGNS[kind]}${text}`;
  return (
    <details>
      <summary>{t("revisions.yaml", { count: count("removed"), added: count("added") })}</summary>
      <div className={css.framed}>
        <pre className={css.diff}>
          {diff.slice(0, MAX_SHOWN_LINES).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and no state
            <span key={at} className={css[line.kind]}>
              {`${lineText(line)}\n`}
            </span>
          ))}
          {diff.length > MAX_SHOWN_LINES && (
            <span className={css.hunk}>{`${t("revisions.yamlMore", { count: diff.length - MAX_SHOWN_LINES })}\n`}</span>
          )}
        </pre>
        <CopyButton text={`${diff.map(lineText).join("\n")}\n`} label={t("revisions.copyDifference")} />
      </div>
    </details>
  );
}

interface RevisionsPanelProps {
  readonly record: DaemonSetRecord;
  readonly view: Extract<View, { readonly page: "daemonSet" }>;
  /** Increases when pods may have changed. */
  readonly podsVersion: number;
  readonly nowMs: number;
  readonly isLive: boolean;
}

const hashOf = (side: ComparedTemplate | undefined): string | undefined => (side?.kind === "revision" ? side.hash : undefined);
const sideText = (side: ComparedTemplate, t: Translate): string =>
  side.kind === "live" ? t("revisions.live") : t("revisions.revision", { revision: side.revision });

/** The revisions that the cluster keeps, the nodes of each, and the differences between any two. */
export function RevisionsPanel({ record, view, podsVersion, nowMs, isLive }: RevisionsPanelProps) {
  const { t } = useTranslation();
  const [openHash, setOpenHash] = useState<string | undefined>(undefined);
  const revisionsKey = record.revisions.map(({ hash, revision }) => `${hash} ${revision}`).join();
  // Node names are requested again only while they are visible; counts come with the stream.
  const version = `${record.uid} ${record.generation} ${revisionsKey} ${openHash === undefined ? "" : podsVersion}`;
  const isAwaited = useCluster(({ state }) => state !== undefined && sourceReadState("controllerrevisions", state.sources) === "awaited");
  const isRead = !record.unread.includes("controllerrevisions");
  const answer = useRevisions(view, version, isLive && isRead);
  const data = answer.data;
  const from = view.from ?? hashOf(data?.difference?.from);
  const to = view.to ?? hashOf(data?.difference?.to);
  if (!isRead)
    return (
      <section aria-label={t("revisions.title")}>
        <h2>{t("revisions.title")}</h2>
        <p>{t(isAwaited ? "revisions.unreadYet" : "revisions.unread")}</p>
      </section>
    );
  return (
    <section aria-label={t("revisions.title")} className={css.revisions}>
      <div>
        <h2>{t("revisions.title")}</h2>
        {record.revisions.length === 0 ? (
          <EmptyState title={t("revisions.none")} />
        ) : (
          <RevisionHistoryTable
            record={record}
            answer={data}
            from={from}
            to={to}
            openHash={openHash}
            nowMs={nowMs}
            onOpen={setOpenHash}
            onCompare={(sides) => navigate({ ...view, from, to, ...sides }, { replace: true })}
            onNode={(node) => navigate({ ...view, section: "overview", at: {}, node })}
          />
        )}
        <p className="i3">
          {data?.isLiveUnrecorded === true
            ? t("model.twoSentences", { first: t("revisions.isLiveUnrecorded"), second: t("revisions.undoNumbers") })
            : t("revisions.undoNumbers")}
        </p>
        {data !== undefined && (
          <details>
            <summary>kubectl rollout history</summary>
            <div className={css.framed}>
              <pre>{data.history.trimEnd()}</pre>
              <CopyButton text={data.history} label={t("revisions.copyHistory")} />
            </div>
          </details>
        )}
      </div>
      <Comparison data={data} error={answer.error} isPending={answer.isPending && isLive} />
    </section>
  );
}

interface ComparisonProps {
  readonly data: RevisionsAnswer | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
}

function Comparison({ data, error, isPending }: ComparisonProps) {
  const { t } = useTranslation();
  // The answer to an earlier request stays visible, so a refusal of this one must replace it.
  if (error !== null) return <p role="alert">{error instanceof ApiProblem ? error.message : t("revisions.notAsked")}</p>;
  if (data === undefined) return <p>{isPending ? t("revisions.asking") : ""}</p>;
  const { difference, noDifferenceReason, showsValues } = data;
  if (difference === undefined)
    return (
      <div>
        <h2>{t("revisions.changes")}</h2>
        <p>{noDifferenceReason}</p>
      </div>
    );
  return (
    <div>
      <h2 aria-live="polite">{t("revisions.fromTo", { from: sideText(difference.from, t), to: sideText(difference.to, t) })}</h2>
      <ChangeList difference={difference} />
      <YamlDiff difference={difference} />
      {!showsValues && (
        <p className="i3">
          {t("revisions.hidden")} <code>--show-env-values</code>
        </p>
      )}
    </div>
  );
}
