import { taintText } from "@daemonscope/daemonset/describe/check-words";
import { podPhrase } from "@daemonscope/daemonset/describe/pod-phrase";
import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { timeMs } from "@daemonscope/kube/time";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { NODE_SECTIONS } from "@daemonscope/shared/http/sections";
import { wasRead } from "@daemonscope/shared/source-status";
import { useTranslation } from "react-i18next";
import { ApiProblem, useNode } from "../api/queries.ts";
import { Connecting } from "../Connecting.tsx";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { lookOf, plainLook } from "../cell/look.ts";
import { copyText } from "../chrome/copy-text.ts";
import { useTitle } from "../chrome/use-title.ts";
import { useClusterView, useNow } from "../cluster/cluster-context.ts";
import { rejectionsSentence } from "../explain/rejections-sentence.ts";
import { useCommand } from "../keys/use-command.ts";
import { kubectlLine } from "../kubectl/kubectl-line.ts";
import { NotThere } from "../NotThere.tsx";
import { SectionBody } from "../sections/lazy-sections.tsx";
import { SectionTabs } from "../sections/SectionTabs.tsx";
import { daemonSetView, type NodeView } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import "../explain/explain.css";
import "./node.css";

/** One node: its conditions, taints and labels, and every DaemonSet with what it does here and why. */
export function NodePage({ view }: { readonly view: NodeView }) {
  const { name } = view;
  const { state } = useClusterView();
  useCommand("copyName", () => void copyText(name));
  useCommand("copyKubectl", () => void copyText(kubectlLine(state?.cluster, undefined, ["describe", "node", name])));
  if (state === undefined) return <Connecting />;
  const record = state.nodes.get(name);
  if (record !== undefined) return <NodeBody state={state} record={record} view={view} />;
  if (!wasRead(state.sources.nodes)) return <UnreadNode name={name} />;
  return <NotThere what="node" name={name} known={state.rows} linkOf={(other) => ({ ...view, name: other })} />;
}

function UnreadNode({ name }: { readonly name: string }) {
  useTitle("Not read", `node ${name}`);
  return (
    <main className="message">
      <h1>{name}</h1>
      <p>Nodes are not read, so nothing can be said of this one.</p>
    </main>
  );
}

/** What is known of a node that is there. The server is asked about no other. */
function NodeBody({ state, record, view }: { readonly state: ClusterState; readonly record: NodeRecord; readonly view: NodeView }) {
  const { name } = record;
  const { section = "overview" } = view;
  useTitle(record.ready === "True" ? "Ready" : "NotReady", `node ${name}`);
  return (
    <main className="data">
      <h1 className="node-head">
        <CellSwatch look={plainLook("available", { nodeUnready: record.ready !== "True", cordoned: record.unschedulable })} size={28} />
        {name}
        <span className="i2">
          {record.ready === "True" ? "Ready" : `NotReady${record.readyReason === undefined ? "" : ` (${record.readyReason})`}`}
          {record.unschedulable ? ", cordoned" : ""}
        </span>
      </h1>
      <SectionTabs sections={NODE_SECTIONS} current={section} viewOf={(other) => ({ page: "node", name, section: other })} />
      {section === "overview" ? <NodeOverview state={state} record={record} /> : <SectionBody view={view} />}
    </main>
  );
}

function NodeOverview({ state, record }: { readonly state: ClusterState; readonly record: NodeRecord }) {
  const { t } = useTranslation();
  const { name } = record;
  const nowMs = useNow();
  const row = state.rows.indexOf(name);
  const columns = state.columns.length;
  const cells = row < 0 ? "" : state.cells.slice(row * columns, (row + 1) * columns).join(" ");
  const answer = useNode(name, [cells, record]);
  const data = answer.data;
  const labels = Object.entries(record.labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <div className="node-page">
      <section aria-label="DaemonSets on this node">
        <h2>DaemonSets</h2>
        {answer.error !== null && data === undefined ? (
          <p role="alert">{answer.error instanceof ApiProblem ? answer.error.message : "The server could not be asked."}</p>
        ) : null}
        <table>
          <thead>
            <tr>
              <th scope="col">DAEMONSET</th>
              <th scope="col">HERE</th>
            </tr>
          </thead>
          <tbody>
            {data?.daemonSets.map((entry) => (
              <tr key={entry.key}>
                <td>
                  <span className="cellname">
                    <CellSwatch look={lookOf(entry.cell, record)} size={14} />
                    <ViewLink view={{ ...daemonSetView(entry.key), node: name }}>{entry.key}</ViewLink>
                  </span>
                </td>
                <td>
                  {entry.pods.map((pod) => (
                    <div key={pod.uid}>
                      <code>{pod.name}</code> {podPhrase(pod, nowMs)}
                    </div>
                  ))}
                  {entry.pods.length > 0 || entry.verdict !== "run"
                    ? null
                    : wasRead(state.sources.pods)
                      ? "wanted, and no pod yet"
                      : "wanted; pods are not read, so whether there is one is unknown"}
                  {entry.rejections === undefined ? null : <div className="i2">{rejectionsSentence(entry.rejections, nowMs, t)}</div>}
                  {entry.why === undefined ? null : (
                    <div className="i2">{entry.pods.length > 0 ? `not wanted here: ${entry.why}` : entry.why}</div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div>
        <section aria-label="Taints">
          <h2>Taints</h2>
          {record.taints.length === 0 ? <p className="i2">none</p> : null}
          {record.taints.map((taint) => (
            <div key={taintText(taint)}>
              <code>{taintText(taint)}</code>
            </div>
          ))}
        </section>
        <section aria-label="Conditions">
          <h2>Conditions</h2>
          <dl className="pairs">
            {data?.conditions.map((condition) => (
              <div key={condition.type} style={{ display: "contents" }}>
                <dt>{condition.type}</dt>
                <dd>
                  {condition.status}
                  {condition.reason === undefined ? "" : ` · ${condition.reason}`}
                  {condition.lastTransitionTime === undefined
                    ? ""
                    : ` · ${humanDuration(nowMs - (timeMs(condition.lastTransitionTime) ?? nowMs))}`}
                </dd>
              </div>
            ))}
            <dt>kubelet</dt>
            <dd>{data?.kubeletVersion ?? ""}</dd>
            <dt>age</dt>
            <dd>{humanDuration(nowMs - record.createdAtMs)}</dd>
          </dl>
        </section>
        <section aria-label="Labels">
          <h2>Labels</h2>
          <dl className="pairs">
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
      </div>
    </div>
  );
}
