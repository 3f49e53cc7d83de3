import { currentSinceMs, reversalOf } from "@daemonscope/daemonset/managed/owner-revision";
import { actsAlone, type Ownership } from "@daemonscope/daemonset/records/ownership";
import type { DaemonSetRecord, RevisionSummary } from "@daemonscope/daemonset/records/records";
import type { RevisionDifference } from "@daemonscope/shared/http/answers";
import { shortImage } from "@daemonscope/words/facts/cause-text";
import { ownershipText } from "@daemonscope/words/facts/ownership-text";
import { useMemo } from "react";
import { useRevisions } from "../../data/api/queries.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { PHONE, useMedia } from "../../ui/theme/use-media.ts";
import { revisionOutcomeText } from "../../words/facts/revision-outcome-text.ts";
import { ageSince } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { revisionTags } from "./revision-tags.ts";
import css from "./side-panel.module.css";

const MAX_REVISIONS = 4;
const MAX_LINES = 6;

/** The nodes that run it now. A revision without a node, or a new one with another outcome, has its outcome. */
function placeText({ current, nodes, fate }: RevisionSummary, t: Translate): string {
  const isOnNodes = nodes !== null && nodes > 0;
  if (fate !== undefined && !(isOnNodes && (!current || fate.kind === "reachedAll"))) return revisionOutcomeText(t, fate);
  return isOnNodes ? t("rollout.revisions.onNodes", { count: nodes }) : "";
}

/** Returns a line of YAML with its image without registry and path, which would push the tag out of view. */
const shortLine = (line: string): string => line.replace(/^image: (.+)$/, (_, image: string) => `image: ${shortImage(image)}`);

/** The changed lines of the newest revision, and the link to the whole comparison. */
function WhatChanged({
  view,
  revision,
  difference,
  ownership,
}: {
  readonly view: DaemonSetView;
  readonly ownership: Ownership | undefined;
  readonly revision: number;
  readonly difference: RevisionDifference;
}) {
  const { t } = useTranslation();
  const lines = difference.diff.flatMap(({ kind, text }) =>
    kind === "removed" || kind === "added" ? [{ kind, text: text.trim().replace(/^- /, "") }] : [],
  );
  if (lines.length === 0) return null;
  return (
    <section aria-label={t("sections.changes")}>
      <h2>
        {t("sections.changes")}{" "}
        <ViewLink className="i3" view={{ ...view, section: "changes", at: {} }}>
          {t("revisions.revision", { revision })}
        </ViewLink>
      </h2>
      <div className={css.diff}>
        {lines.slice(0, MAX_LINES).map(({ kind, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and no state
          <span key={at} className={css[kind]} title={text}>{`${kind === "removed" ? "-" : "+"} ${shortLine(text)}`}</span>
        ))}
      </div>
      {lines.length > MAX_LINES ? <p className="i3">{t("rollout.revisions.moreLines", { count: lines.length - MAX_LINES })}</p> : null}
      {ownership === undefined || !actsAlone(ownership) ? null : (
        <p className="i2">{t("laterModel.owner.by", { owner: ownershipText(t, ownership) })}</p>
      )}
    </section>
  );
}

interface RevisionsProps {
  readonly view: DaemonSetView;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  readonly isLive: boolean;
  /** The newest revision is being rolled out, or fails. */
  readonly isBusy: boolean;
}

/** What the newest revision changed, while it is rolled out or if the owner reverted an edit, and the newest
 *  revisions with the nodes that they reached. */
export function RevisionsSection({ view, record, nowMs, isLive, isBusy }: RevisionsProps) {
  const { t } = useTranslation();
  const isPhone = useMedia(PHONE);
  const { revisions } = record;
  const version = `${record.uid} ${record.generation} ${revisions.map(({ hash, revision }) => `${hash} ${revision}`).join()}`;
  const isRead = !record.unread.includes("controllerrevisions");
  const { namespace, name } = view;
  const { data } = useRevisions({ namespace, name }, version, isLive && isRead);
  const tags = useMemo(() => revisionTags(data?.revisions ?? []), [data]);
  const current = revisions.find((revision) => revision.current);
  const difference = data?.difference;
  if (revisions.length === 0) return null;
  const changed =
    (isBusy || reversalOf(record) !== undefined) && current !== undefined && difference !== undefined && revisions.length > 1 ? (
      <WhatChanged view={view} revision={current.revision} difference={difference} ownership={record.ownership} />
    ) : null;
  return (
    <>
      {!isPhone && changed}
      <section aria-label={t("revisions.title")}>
        <h2>{t("revisions.title")}</h2>
        <ol key={current?.revision} className={css.revisions}>
          {revisions.slice(0, MAX_REVISIONS).map((revision) => (
            <li key={revision.hash} className={css.revision}>
              <b title={revision.hash}>{revision.revision}</b>
              <span className="ell" title={tags.get(revision.hash)}>
                {tags.get(revision.hash) ?? ""}
              </span>
              <span className="i2 two-lines">{placeText(revision, t)}</span>
              <span className={css.age}>{ageSince(t, currentSinceMs(record, revision), nowMs)}</span>
            </li>
          ))}
        </ol>
      </section>
      {/* It loads later. On a phone it would move the list. */}
      {isPhone && changed}
    </>
  );
}
