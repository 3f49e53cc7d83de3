import { currentSinceMs } from "@daemonscope/daemonset/managed/owner-revision";
import type { DaemonSetRecord, RevisionSummary } from "@daemonscope/daemonset/records/records";
import type { RevisionOutcome } from "@daemonscope/daemonset/records/revision-outcome";
import type { RevisionEntry, RevisionsAnswer } from "@daemonscope/shared/http/answers";
import { DataTable } from "../../../ui/controls/DataTable.tsx";
import { isCurrentOutcome, revisionOutcomeText } from "../../../words/facts/revision-outcome-text.ts";
import { ageSince } from "../../../words/format/age-text.ts";
import { countText } from "../../../words/format/figures.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { PlanButton } from "../../actions/PlanButton.tsx";
import { useWriteAccess } from "../../actions/use-write-access.ts";
import { useNamedUser } from "../../verdict/change-user.ts";
import { earlierAuthorText, reversalWords, withOwnerName } from "../../verdict/reversal-text.ts";
import { authorText } from "../../verdict/revision-text.ts";
import css from "./revisions.module.css";

interface RevisionTableProps {
  readonly record: DaemonSetRecord;
  /** Change causes, and names of nodes; undefined until the server has answered. */
  readonly answer: RevisionsAnswer | undefined;
  /** Hashes of the two compared revisions. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Hash of the revision whose nodes are listed. */
  readonly openHash: string | undefined;
  readonly nowMs: number;
  readonly onOpen: (hash: string | undefined) => void;
  readonly onCompare: (sides: { readonly from: string } | { readonly to: string }) => void;
  readonly onNode: (node: string) => void;
}

const COLUMNS = 7;

/** Nodes have joined or left since the current revision reached all. The column of nodes has the count of now. */
const isOutdated = ({ current, nodes, fate }: RevisionSummary): boolean =>
  current && fate?.kind === "reachedAll" && nodes !== null && nodes !== fate.nodes;

/** Opens the plan of a rollback to a revision. Renders nothing if the user may not act; the actions panel explains
 *  why. */
function RollbackButton({ record, revision }: { readonly record: DaemonSetRecord; readonly revision: number }) {
  const { t } = useTranslation();
  const access = useWriteAccess();
  // Until the access is read, the button has its place.
  if (access === undefined) return <span className={css.awaitedUndo} />;
  if (access.kind !== "yes") return null;
  const { namespace, name } = record;
  const title = t("actions.undo.title", { revision });
  return (
    <PlanButton
      question={{ steps: [{ kind: "edit", namespace, name, edit: { kind: "revision", to: revision } }] }}
      title={`${name}: ${title}`}
      verb={title}
      label={t("acting.undo.open")}
    />
  );
}

function stateText(
  t: Translate,
  { templateGeneration }: DaemonSetRecord,
  answer: RevisionsAnswer | undefined,
  { current, nodes }: RevisionSummary,
): string {
  if (!current || answer?.isLiveUnrecorded === true) return t((nodes ?? 0) > 0 ? "revisions.stillOnNodes" : "revisions.history");
  return templateGeneration === undefined ? t("revisions.current") : t("revisions.currentGeneration", { generation: templateGeneration });
}

/** One row per revision, newest first. The user picks two for comparison, and a click lists the nodes of one. */
export function RevisionHistoryTable({ record, answer, from, to, openHash, nowMs, onOpen, onCompare, onNode }: RevisionTableProps) {
  const { t } = useTranslation();
  const entries = new Map(answer?.revisions.map((entry) => [entry.hash, entry]));
  const outcomeText = (revision: RevisionSummary, outcome: RevisionOutcome): string =>
    isCurrentOutcome(revision, outcome) ? revisionOutcomeText(t, outcome) : t("revisions.was", { fate: revisionOutcomeText(t, outcome) });
  const by = authorText(t, useNamedUser(withOwnerName(t, record)));
  const currentAuthor = reversalWords(t, record, nowMs) ?? (by === undefined ? undefined : t("revisions.by", { author: by }));
  const partsOf = (revision: RevisionSummary): readonly string[] => {
    const { current, fate, start = {}, isRestart = false } = revision;
    const outcome = fate === undefined || isOutdated(revision) ? [] : [outcomeText(revision, fate)];
    const author = current ? currentAuthor : earlierAuthorText(t, record, start, nowMs);
    return [...outcome, ...(isRestart ? [t("revisions.restart")] : []), ...(author === undefined ? [] : [author])];
  };
  const isOpen = ({ hash, nodes }: RevisionSummary) => openHash === hash && (nodes ?? 0) > 0;
  const compareRadio = (side: "from" | "to", { hash, revision }: RevisionSummary) => (
    <input
      type="radio"
      name={`compare-${side}`}
      aria-label={t(side === "from" ? "revisions.compareFrom" : "revisions.compareTo", { revision })}
      checked={hash === (side === "from" ? from : to)}
      onChange={() => onCompare(side === "from" ? { from: hash } : { to: hash })}
    />
  );
  return (
    <DataTable
      rows={record.revisions}
      keyOf={({ hash }) => hash}
      columns={[
        { head: t("revisions.table.from"), cell: (revision) => compareRadio("from", revision) },
        { head: t("revisions.table.to"), cell: (revision) => compareRadio("to", revision) },
        {
          head: t("revisions.table.revision"),
          className: "num",
          cell: ({ current, revision }) => <span className={current ? "strong" : undefined}>{revision}</span>,
        },
        { head: t("revisions.table.hash"), className: css.hash, cell: ({ hash }) => <code>{hash}</code> },
        {
          head: t("revisions.table.nodes"),
          className: "num",
          cell: (revision) =>
            revision.nodes === null ? (
              t("revisions.unknown")
            ) : revision.nodes === 0 ? (
              "0"
            ) : (
              <button
                type="button"
                className="link"
                aria-expanded={isOpen(revision)}
                aria-label={t("revisions.run", { count: revision.nodes, revision: revision.revision })}
                onClick={() => onOpen(isOpen(revision) ? undefined : revision.hash)}
              >
                {countText(revision.nodes)}
              </button>
            ),
        },
        { head: t("revisions.table.age"), className: "num", cell: (revision) => ageSince(t, currentSinceMs(record, revision), nowMs) },
        {
          head: t("revisions.table.now"),
          cell: (revision) => (
            <div className={css.now}>
              <div>
                {stateText(t, record, answer, revision)}
                {partsOf(revision).map((part) => (
                  <span key={part} className="i2">
                    {" "}
                    · {part}
                  </span>
                ))}
              </div>
              {!revision.current && <RollbackButton record={record} revision={revision.revision} />}
            </div>
          ),
        },
      ]}
      rowsAfter={(revision) => <RowsAfter entry={entries.get(revision.hash)} isOpen={isOpen(revision)} onNode={onNode} />}
    >
      {answer?.unknown.map(({ hash, nodes }) => (
        <tr key={hash}>
          <td />
          <td />
          <td className="num">–</td>
          <td className={css.hash}>
            <code>{hash}</code>
          </td>
          <td className="num">{countText(nodes.count)}</td>
          <td />
          <td>{t("revisions.notKept", { nodes: nodes.names.slice(0, 3).join(t("model.listComma")) })}</td>
        </tr>
      ))}
    </DataTable>
  );
}

interface RowsAfterProps {
  readonly entry: RevisionEntry | undefined;
  readonly isOpen: boolean;
  readonly onNode: (node: string) => void;
}

function RowsAfter({ entry, isOpen, onNode }: RowsAfterProps) {
  return (
    <>
      {entry?.changeCause !== undefined && (
        <tr>
          <td colSpan={2} className={css.continued} />
          <td colSpan={COLUMNS - 2} className={`${css.continued} ${css.changeCause}`}>
            {entry.changeCause}
          </td>
        </tr>
      )}
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS} className={css.continued}>
            <NodeNames entry={entry} onNode={onNode} />
          </td>
        </tr>
      )}
    </>
  );
}

function NodeNames({ entry, onNode }: Pick<RowsAfterProps, "entry" | "onNode">) {
  const { t } = useTranslation();
  if (entry === undefined || entry.nodes.names.length === 0) return t("revisions.askingNames");
  const { names, count } = entry.nodes;
  return (
    <>
      {names.map((node, at) => (
        <span key={node}>
          {at > 0 && ", "}
          <button type="button" className="link" onClick={() => onNode(node)}>
            {node}
          </button>
        </span>
      ))}
      {count > names.length && ` ${t("revisions.andMore", { more: count - names.length })}`}
    </>
  );
}
