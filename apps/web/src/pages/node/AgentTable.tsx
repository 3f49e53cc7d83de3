import { isEnding, type NodeLifecycle, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { nameOfKey, namespaceOfKey } from "@daemonscope/kube/base/object-key";
import type { StringMap } from "@daemonscope/kube/objects";
import { podPhrase } from "@daemonscope/words/answers/pod-phrase";
import { cellStyleOf, plainCellStyle } from "../../data/cell/cell-style.ts";
import { cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import type { SourceReadState } from "../../data/freshness/source-read-state.ts";
import { daemonSetView, podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { rejectionsSentence } from "../../panels/explain/pod/rejections-text.ts";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { Unhyphenated } from "../../ui/text/Unhyphenated.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./node.module.css";
import { type Agent, isResting } from "./select-agents.ts";
import { whyNotWords } from "./why-not-text.ts";

interface AgentTableProps {
  readonly agents: readonly Agent[];
  readonly record: NodeRecord;
  readonly pods: SourceReadState;
  readonly nowMs: number;
  /** Key of the DaemonSet whose upgrade failed on the node, if any. */
  readonly failed: string | undefined;
}

const NO_POD = { read: "node.agents.noPodYet", awaited: "node.agents.podsUnreadYet", refused: "node.agents.podsUnread" } as const;

const COLUMNS = 4;

/** Every DaemonSet and its state on the node, in the order of `selectAgents`. */
export function AgentTable({ agents, record, pods, nowMs, failed }: AgentTableProps) {
  const { t } = useTranslation();
  const lifecycle = nodeLifecycle(record);
  const resting = agents.filter(isResting);
  const last = agents.findLast((agent) => !isResting(agent));
  return (
    <DataTable
      className={css.agents}
      rows={agents}
      keyOf={({ entry }) => entry.key}
      rowProps={(agent) => ({ className: isResting(agent) ? css.resting : undefined })}
      rowsAfter={(agent) =>
        agent === last && resting.length > 0 ? (
          <tr className={css.resting}>
            <td colSpan={COLUMNS}>{t("node.agents.notEligible", { count: resting.length })}</td>
          </tr>
        ) : null
      }
      columns={[
        {
          head: t("node.agents.namespace"),
          className: css.namespace,
          cell: (agent) => (
            <span className={css.cellName}>
              <CellSwatch
                look={
                  isResting(agent)
                    ? plainCellStyle("excluded")
                    : agent.entry.key === failed
                      ? plainCellStyle("failing", { cordoned: record.unschedulable })
                      : cellStyleOf(agent.entry.cell, record, record.taints)
                }
                size={16}
                isResting
              />
              <span>
                <Unhyphenated text={namespaceOfKey(agent.entry.key)} />
              </span>
            </span>
          ),
        },
        {
          head: t("node.agents.daemonSet"),
          cell: ({ entry }) => (
            <ViewLink view={{ ...daemonSetView(entry.key), node: record.name }}>
              <Unhyphenated text={nameOfKey(entry.key)} />
            </ViewLink>
          ),
        },
        {
          head: t("node.agents.pod"),
          isWide: true,
          cell: ({ entry }) =>
            entry.pods.map((pod) => (
              <div key={pod.uid}>
                <ViewLink view={podView(namespaceOfKey(entry.key), pod.name)}>
                  <code>{pod.name}</code>
                </ViewLink>
              </div>
            )),
        },
        {
          head: t("node.agents.state"),
          className: "i2",
          cell: ({ entry }) => (
            <StateHere
              entry={entry}
              hasFailed={entry.key === failed}
              labels={record.labels}
              pods={pods}
              nowMs={nowMs}
              lifecycle={lifecycle}
              isExcused={record.ready !== "True" || isEnding(lifecycle)}
            />
          ),
        },
      ]}
    />
  );
}

interface StateProps extends Pick<Agent, "entry">, Pick<AgentTableProps, "pods" | "nowMs"> {
  readonly hasFailed: boolean;
  readonly labels: StringMap;
  readonly lifecycle: NodeLifecycle;
  /** The state of the node alone makes pods misscheduled. */
  readonly isExcused: boolean;
}

function StateHere({ entry, hasFailed, labels, pods, nowMs, lifecycle, isExcused }: StateProps) {
  const { t } = useTranslation();
  const why = whyNotWords(entry.checks, labels, t, lifecycle);
  return (
    <>
      {hasFailed ? <div className={css.failing}>{t("grid.phrase.upgradeFailed")}</div> : null}
      {entry.pods.map((pod) => (
        <div key={pod.uid} className={cellVariantOfByte(entry.cell) === "failing" ? css.failing : undefined}>
          {podPhrase(t, pod, nowMs)}
        </div>
      ))}
      {entry.pods.length === 0 && entry.verdict === "run" && <span className="strong">{t(NO_POD[pods])}</span>}
      {entry.rejections === undefined ? null : (
        <div>
          {rejectionsSentence(
            entry.rejections,
            { isWanted: entry.verdict === "run", isShuttingDown: lifecycle.kind === "shuttingDown" },
            nowMs,
            t,
          )}
        </div>
      )}
      {why === undefined || entry.verdict === "run" ? null : (
        // If the node leaves, no pod on it is misscheduled (rule N2).
        <div>{entry.pods.length > 0 && !isExcused ? t("node.agents.notWanted", { why }) : why}</div>
      )}
    </>
  );
}
