import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { hasFailedUpgrade } from "@daemonscope/daemonset/managed/upgrade-controllers";
import { cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Taint } from "@daemonscope/kube/objects";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import { type ClusterState, daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import { Fragment, useMemo, useState } from "react";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useNodeCapacity, useNodePods } from "../../data/api/queries.ts";
import type { ClusterAnswer } from "../../data/api/use-cluster-query.ts";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import type { SourceReadState } from "../../data/freshness/source-read-state.ts";
import { sourceReadState } from "../../data/freshness/source-read-state.ts";
import { useFreshness, useNow } from "../../data/hooks/cluster-context.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { LastChange } from "../../panels/explain/pod/LastChange.tsx";
import { OtherControllerHelp } from "../../panels/explain/pod/OtherController.tsx";
import { TroubledNode } from "../../panels/explain/TroubledNode.tsx";
import { CommandLine } from "../../ui/controls/CommandLine.tsx";
import { classes } from "../../ui/theme/classes.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { AgentTable } from "./AgentTable.tsx";
import { ConditionTable } from "./ConditionTable.tsx";
import { JoinTable } from "./JoinTable.tsx";
import { NodeCapacity, NodeFeatures } from "./NodeCapacity.tsx";
import { NodePodTable } from "./NodePodTable.tsx";
import { NodeTaintTable } from "./NodeTaintTable.tsx";
import css from "./node.module.css";
import type { Agent } from "./select-agents.ts";
import { selectAgents } from "./select-agents.ts";
import { unreadyHelp } from "./unready-help.ts";

/** The scheduler may ignore PreferNoSchedule, so who tolerates it has no effect. */
const isHard = ({ effect }: Taint): boolean => effect !== "PreferNoSchedule";

/** Reports whether a read has ended once. After a failure the next read is pending again, and hides nothing. */
function useWasRead({ isPending }: { readonly isPending: boolean }): boolean {
  const [wasRead, setWasRead] = useState(!isPending);
  if (!isPending && !wasRead) setWasRead(true);
  return wasRead;
}

/** Facts of a node: its agents and the missing ones, its taints and their tolerations, all its pods, its conditions
 *  and labels. */
export function NodeOverview({
  state,
  record,
  cells,
  answer,
}: {
  readonly state: ClusterState;
  readonly record: NodeRecord;
  /** Changes with the pods of the node. */
  readonly cells: string;
  readonly answer: ClusterAnswer<NodeAnswer>;
}) {
  const { t } = useTranslation();
  const { name } = record;
  const nowMs = useNow();
  const pods = sourceReadState("pods", state.sources);
  const { data } = answer;
  const agents = useMemo(() => selectAgents(data?.daemonSets ?? []), [data]);
  const lifecycle = nodeLifecycle(record);
  const isOnWayOut = isEnding(lifecycle);
  // Pods of such a node end with it: none is missing.
  const note = isOnWayOut ? undefined : unknownAgentsText(agents, pods, t);
  const failed = state.daemonSets.flatMap((each) => {
    const controller = each?.managedBy?.controller;
    return each === undefined || controller === undefined || !hasFailedUpgrade(controller, record.labels)
      ? []
      : [{ controller, record: each }];
  })[0];
  const labels = Object.entries(record.labels).sort(([a], [b]) => compareTexts(a, b));
  const isLive = useFreshness().kind === "live";
  const [ofPods, ofCapacity] = [useNodePods(name, cells, isLive), useNodeCapacity(name, cells, isLive)];
  const [isAnswered, isCapacityRead, arePodsRead] = [useWasRead(answer), useWasRead(ofCapacity), useWasRead(ofPods)];
  if (!isAnswered)
    return (
      <p role="status" className={css.main}>
        {t("node.agents.asking")}
      </p>
    );
  return (
    <>
      <div className={classes(css.main, css.page)}>
        <section aria-label={t("node.agents.label")}>
          {answer.error !== null && data === undefined ? (
            <p role="alert">{answer.error instanceof ApiProblem ? answer.error.message : t("node.agents.noServer")}</p>
          ) : null}
          {data === undefined ? null : (
            <>
              {note === undefined ? null : <p className={css.note}>{note}</p>}
              {agents.length === 0 ? null : (
                <AgentTable agents={agents} record={record} pods={pods} nowMs={nowMs} failed={failed?.record.key} />
              )}
              {isOnWayOut ? null : <FailingAgent agents={agents} state={state} node={name} />}
            </>
          )}
        </section>
        {record.taints.some(isHard) ? (
          <section className={css.capacity} aria-label={t("node.taints.title")}>
            {/* The state of an agent names the taint that blocks it. */}
            <details>
              <summary>{t("node.taints.tolerations")}</summary>
              <NodeTaintTable taints={record.taints.filter(isHard)} agents={agents} />
            </details>
            <div className={css.change}>
              <LastChange node={record.name} fields={[{ kind: "taints" }]} />
            </div>
          </section>
        ) : null}
        {/* A table is drawn once the tables above it have their rows, so that a read moves nothing. */}
        {!isCapacityRead ? null : (
          <section className={css.capacity} aria-label={t("node.capacity.title")}>
            <h2>{t("node.capacity.title")}</h2>
            <NodeCapacity answer={ofCapacity} />
          </section>
        )}
        {isCapacityRead ? null : (
          <p role="status" className={css.reading}>
            {t("node.pods.reading")}
          </p>
        )}
      </div>
      <aside className={classes(css.side, css.page)}>
        {record.ready === "True" || isOnWayOut ? null : (
          <section aria-label={t("explain.helps")} data-of-now>
            <h2>{t("explain.helps")}</h2>
            <p className="i2">{unreadyHelp(t, record, data?.conditions ?? [])}</p>
            {record.ready === "False" ? null : (
              <CommandLine
                line={kubectlLine(state.cluster, undefined, ["delete", "node", name])}
                label={t("explain.copy", { title: t("node.delete") })}
              />
            )}
          </section>
        )}
        {failed === undefined ? null : <OtherControllerHelp found={{ kind: "upgradeFailed", ...failed }} record={failed.record} />}
        <section aria-label={t("node.conditions.title")}>
          <h2>{t("node.conditions.title")}</h2>
          <ConditionTable conditions={data?.conditions ?? []} daemonSets={data?.daemonSets ?? []} nowMs={nowMs} />
        </section>
        {record.taints.length === 0 ? null : (
          <section>
            <h2>{t("node.taints.heading")}</h2>
            <dl className={css.pairs}>
              {record.taints.map((taint) => (
                <Fragment key={taintText(taint)}>
                  <dt>{taint.effect}</dt>
                  <dd>
                    <code>{taint.value === undefined || taint.value === "" ? taint.key : `${taint.key}=${taint.value}`}</code>
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        )}
        <section aria-label={t("node.labels")}>
          <h2>{t("node.labels")}</h2>
          <dl className={css.pairs}>
            {labels.map(([key, value]) => (
              <div key={key} style={{ display: "contents" }}>
                <dt>
                  <code>{key}</code>
                </dt>
                <dd>
                  <code>{value === "" ? '""' : value}</code>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <NodeFeatures answer={ofCapacity} />
      </aside>
      {!isCapacityRead ? null : (
        <div className={classes(css.main, css.page, css.pods)}>
          {!arePodsRead ? (
            <p role="status">{t("node.pods.reading")}</p>
          ) : (
            <>
              {data === undefined ? null : <JoinTable record={record} daemonSets={data.daemonSets} pods={ofPods.data?.pods} />}
              <section aria-label={t("node.pods.title")}>
                <h2>{t("node.pods.title")}</h2>
                <NodePodTable
                  answer={ofPods}
                  isWanted={(key) => data?.daemonSets.find((entry) => entry.key === key)?.verdict === "run"}
                  nowMs={nowMs}
                />
              </section>
            </>
          )}
        </div>
      )}
    </>
  );
}

/** The cause, the evidence and the remedies of the first failing agent. */
function FailingAgent({ agents, state, node }: { readonly agents: readonly Agent[]; readonly state: ClusterState; readonly node: string }) {
  const failing = agents.find(({ entry }) => cellState(entry.cell) === "failing");
  const record = failing === undefined ? undefined : daemonSetNamed(state, failing.entry.key);
  if (record === undefined) return null;
  return (
    <TroubledNode
      isWide
      record={record}
      node={node}
      title={
        <h2>
          <CellSwatch look={plainCellStyle("failing")} size={16} />
          <ViewLink view={{ ...daemonSetView(record.key), node }}>{record.name}</ViewLink>
        </h2>
      }
    />
  );
}

/** Returns why the table of agents has nothing to do, in one sentence; undefined if it has. While pods are not read,
 *  the missing agents are unknown (rule C13). `reading`: the read state of pods. */
export function unknownAgentsText(agents: readonly Agent[], reading: SourceReadState, t: Translate): string | undefined {
  const wanted = agents.filter(({ entry }) => entry.verdict === "run");
  if (wanted.length === 0) return t("node.agents.none");
  return reading === "read"
    ? undefined
    : t(reading === "awaited" ? "node.agents.unknownYet" : "node.agents.unknown", { count: wanted.length });
}
