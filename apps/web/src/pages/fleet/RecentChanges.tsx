import type { DaemonSetRecord, RevisionSummary } from "@daemonscope/daemonset/records/records";
import { useRevisions } from "../../data/api/queries.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { shortChange } from "../../panels/sections/revisions/change-words.ts";
import { useNamedUser } from "../../panels/verdict/change-user.ts";
import { withOwnerName } from "../../panels/verdict/reversal-text.ts";
import { authorText } from "../../panels/verdict/revision-text.ts";
import { verdictLabel } from "../../panels/verdict/select-verdict.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { ageSince, lastedText } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { RowIcon } from "./FleetRow.tsx";
import css from "./recent-changes.module.css";
import { isFineRow } from "./row-status.ts";

const MAX_SHOWN = 3;

interface Change {
  readonly record: DaemonSetRecord;
  readonly current: RevisionSummary;
  readonly atMs: number;
}

/** Returns the current revisions of all DaemonSets that had another one before, the newest first. */
function changesOf(records: readonly DaemonSetRecord[]): readonly Change[] {
  const changes = records.flatMap((record): readonly Change[] => {
    const current = record.revisions.find((each) => each.current);
    if (current === undefined || record.revisions.length < 2) return [];
    return [{ record, current, atMs: record.revisionSinceMs ?? current.createdAtMs }];
  });
  return changes.sort((a, b) => b.atMs - a.atMs).slice(0, MAX_SHOWN);
}

interface RecentChangesProps {
  readonly records: readonly DaemonSetRecord[];
  readonly nowMs: number;
  /** The page shows the live cluster, which can be asked for templates. */
  readonly isLive: boolean;
  /** There are no columns. */
  readonly isCards: boolean;
}

/** The last changes of all DaemonSets, with their authors and the durations of their rollouts. */
export function RecentChanges({ records, nowMs, isLive, isCards }: RecentChangesProps) {
  const { t } = useTranslation();
  const changes = changesOf(records);
  if (changes.length === 0) return null;
  return (
    <section className={classes(css.recent, isCards && css.cards)} aria-label={t("revisions.recent")}>
      <div role="table" aria-label={t("revisions.recent")}>
        <div role="row" className={css.heads}>
          <span role="columnheader" className={css.title}>
            {t("revisions.recent")}
          </span>
          <span role="columnheader" className={css.author}>
            {t("revisions.recentHeads.by")}
          </span>
          <span role="columnheader">{t("revisions.recentHeads.result")}</span>
          <span role="columnheader" className={css.age}>
            {t("revisions.recentHeads.ago")}
          </span>
        </div>
        {changes.map(({ record, current, atMs }) => (
          <div role="row" key={record.uid}>
            <span role="cell" className={css.subject}>
              <RowIcon record={record} />
              <span className="i3 ell">{record.namespace}</span>
              <ViewLink view={{ ...daemonSetView(record.key), section: "changes" }}>
                <MiddleCut isWord text={record.name} />
              </ViewLink>
              <WhatChanged record={record} revision={current.revision} isLive={isLive} />
            </span>
            <Author record={record} />
            <span role="cell" className="i2 ell">
              {resultText(t, record, current)}
            </span>
            <span role="cell" className={`i3 ${css.age}`}>
              {ageSince(t, atMs, nowMs)}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}

function Author({ record }: { readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  const author = authorText(t, useNamedUser(withOwnerName(t, record)));
  return (
    <span role="cell" className={`i2 ell ${css.author}`} title={author}>
      {author}
    </span>
  );
}

/** The first changed field: `image 4.1.1 → 4.1.2`. The number of the revision until the templates are compared. */
function WhatChanged({
  record,
  revision,
  isLive,
}: {
  readonly record: DaemonSetRecord;
  readonly revision: number;
  readonly isLive: boolean;
}) {
  const { t } = useTranslation();
  const { namespace, name, uid, generation } = record;
  const { data } = useRevisions({ namespace, name }, `${uid} ${generation} ${revision}`, isLive);
  const [first, ...others] = data?.difference?.changes ?? [];
  const words = first === undefined ? t("verdict.revision", { revision, by: "" }) : shortChange(first, t);
  const more = others.length + (data?.difference?.more ?? 0);
  const text = more === 0 ? words : t("timeline.marks.more", { first: words, amount: more });
  return (
    <span className="i2 ell" title={text}>
      {text}
    </span>
  );
}

/** Returns the duration of a finished rollout, or the state of one that goes on or waits. */
export function resultText(t: Translate, record: DaemonSetRecord, { fate }: Pick<RevisionSummary, "fate">): string | undefined {
  if (fate?.kind === "reachedAll") return fate.tookMs === undefined ? undefined : lastedText(t, fate.tookMs);
  return isFineRow(record) ? undefined : verdictLabel(t, record, "row");
}
