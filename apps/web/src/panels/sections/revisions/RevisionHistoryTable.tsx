import type { DaemonSetRecord, RevisionSummary } from "@daemonscope/daemonset/records/records";
import type { RevisionOutcome } from "@daemonscope/daemonset/records/revision-outcome";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { RevisionEntry, RevisionsAnswer } from "@daemonscope/shared/http/answers";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { isCurrentOutcome, revisionOutcomeText } from "../../../words/facts/revision-outcome-text.ts";
import { countText } from "../../../words/format/figures.ts";
import { PlanButton } from "../../actions/PlanButton.tsx";
import { useWriteAccess } from "../../actions/use-write-access.ts";
import css from "./revisions.module.css";

interface RevisionTableProps {
  readonly record: DaemonSetRecord;
  /** Causes and names of nodes; undefined until the server has answered. */
  readonly answer: RevisionsAnswer | undefined;
  /** Hashes of the two compared revisions. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The revision with listed nodes. */
  readonly openHash: string | undefined;
  readonly nowMs: number;
  readonly onOpen: (hash: string | undefined) => void;
  readonly onCompare: (sides: { readonly from: string } | { readonly to: string }) => void;
  readonly onNode: (node: string) => void;
}

const COLUMNS = 7;

/** Link to the plan of a rollback to a revision. Absent if actions are not allowed, which the actions panel
 *  explains. */
function UndoTo({ record, revision }: { readonly record: DaemonSetRecord; readonly revision: number }) {
  const { t } = useTranslation();
  if (useWriteAccess()?.kind !== "yes") return null;
  const { namespace, name } = record;
  const title = t("actions.undo.title", { revision });
  return (
    <>
      {" "}
      <PlanButton
        question={{ steps: [{ kind: "edit", namespace, name, edit: { kind: "revision", to: revision } }] }}
        title={`${name}: ${title}`}
        verb={title}
        label={t("acting.undo.open")}
      />
    </>
  );
}

/** One row per revision, newest first. The user picks two for comparison, and a click lists the nodes of one. */
export function RevisionHistoryTable({ record, answer, from, to, openHash, nowMs, onOpen, onCompare, onNode }: RevisionTableProps) {
  const { t } = useTranslation();
  const entries = new Map(answer?.revisions.map((entry) => [entry.hash, entry]));
  const stateOf = ({ current, nodes }: RevisionSummary): string => {
    if (current && answer?.isLiveUnrecorded !== true)
      return record.templateGeneration === undefined
        ? t("revisions.current")
        : t("revisions.currentGeneration", { generation: record.templateGeneration });
    return (nodes ?? 0) > 0 ? t("revisions.stillOnNodes") : t("revisions.history");
  };
  const fateOf = (revision: RevisionSummary, fate: RevisionOutcome): string =>
    isCurrentOutcome(revision, fate) ? revisionOutcomeText(t, fate) : t("revisions.was", { fate: revisionOutcomeText(t, fate) });
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("revisions.table.from")}</th>
          <th scope="col">{t("revisions.table.to")}</th>
          <th scope="col" className="num">
            {t("revisions.table.revision")}
          </th>
          <th scope="col">{t("revisions.table.hash")}</th>
          <th scope="col" className="num">
            {t("revisions.table.nodes")}
          </th>
          <th scope="col" className="num">
            {t("revisions.table.age")}
          </th>
          <th scope="col">{t("revisions.table.now")}</th>
        </tr>
      </thead>
      <tbody>
        {record.revisions.map((revision) => {
          const { hash } = revision;
          const entry = entries.get(hash);
          const isOpen = openHash === hash && (revision.nodes ?? 0) > 0;
          return (
            <Fragment key={hash}>
              <tr>
                <td>
                  <input
                    type="radio"
                    name="compare-from"
                    aria-label={t("revisions.compareFrom", { revision: revision.revision })}
                    checked={from === hash}
                    onChange={() => onCompare({ from: hash })}
                  />
                </td>
                <td>
                  <input
                    type="radio"
                    name="compare-to"
                    aria-label={t("revisions.compareTo", { revision: revision.revision })}
                    checked={to === hash}
                    onChange={() => onCompare({ to: hash })}
                  />
                </td>
                <td className={`num${revision.current ? " strong" : ""}`}>{revision.revision}</td>
                <td>
                  <code>{hash}</code>
                </td>
                <td className="num">
                  {revision.nodes === null ? (
                    t("revisions.unknown")
                  ) : revision.nodes === 0 ? (
                    "0"
                  ) : (
                    <button
                      type="button"
                      className="link"
                      aria-expanded={isOpen}
                      aria-label={t("revisions.run", { count: revision.nodes, revision: revision.revision })}
                      onClick={() => onOpen(isOpen ? undefined : hash)}
                    >
                      {countText(revision.nodes)}
                    </button>
                  )}
                </td>
                <td className="num">{humanDuration(Math.max(0, nowMs - revision.createdAtMs))}</td>
                <td>
                  {stateOf(revision)}
                  {revision.fate !== undefined && <span className="i2"> · {fateOf(revision, revision.fate)}</span>}
                  {revision.current && record.changedBy !== undefined && (
                    <span className="i2"> · {t("revisions.by", { manager: record.changedBy })}</span>
                  )}
                  {!revision.current && <UndoTo record={record} revision={revision.revision} />}
                </td>
              </tr>
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
            </Fragment>
          );
        })}
        {answer?.unknown.map(({ hash, nodes }) => (
          <tr key={hash}>
            <td />
            <td />
            <td className="num">–</td>
            <td>
              <code>{hash}</code>
            </td>
            <td className="num">{countText(nodes.count)}</td>
            <td />
            <td>{t("revisions.notKept", { nodes: nodes.names.slice(0, 3).join(t("model.listComma")) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NodeNames({ entry, onNode }: { readonly entry: RevisionEntry | undefined; readonly onNode: (node: string) => void }) {
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
