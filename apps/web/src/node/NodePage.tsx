import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { NODE_SECTIONS } from "@daemonscope/shared/http/sections";
import { wasRead } from "@daemonscope/shared/source-status";
import { useTranslation } from "react-i18next";
import { Connecting } from "../Connecting.tsx";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { plainLook } from "../cell/look.ts";
import { copyText } from "../chrome/copy-text.ts";
import { useTitle } from "../chrome/use-title.ts";
import { useClusterView, useFreshness } from "../cluster/cluster-context.ts";
import { isOld } from "../cluster/freshness.ts";
import { useCommand } from "../keys/use-command.ts";
import { kubectlLine } from "../kubectl/kubectl-line.ts";
import { NotThere } from "../NotThere.tsx";
import { SectionBody } from "../sections/lazy-sections.tsx";
import { SectionTabs } from "../sections/SectionTabs.tsx";
import type { NodeView } from "../url.ts";
import { NodeOverview } from "./NodeOverview.tsx";
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
  return <NotThere kind="node" name={name} known={state.rows} linkOf={(other) => ({ ...view, name: other })} />;
}

function UnreadNode({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  useTitle(t("node.notRead"), t("node.title", { name }));
  return (
    <main className="message">
      <h1>{name}</h1>
      <p>{t("node.unread")}</p>
    </main>
  );
}

/** What is known of a node that is there. The server is asked about no other. */
function NodeBody({ state, record, view }: { readonly state: ClusterState; readonly record: NodeRecord; readonly view: NodeView }) {
  const { t } = useTranslation();
  const { name } = record;
  const { section = "overview" } = view;
  const fresh = useFreshness();
  const said = (word: string) => (isOld(fresh) ? t("chrome.was", { word }) : word);
  useTitle(said(record.ready === "True" ? "Ready" : "NotReady"), t("node.title", { name }));
  return (
    <main className="data">
      <h1 className="node-head">
        <CellSwatch look={plainLook("available", { nodeUnready: record.ready !== "True", cordoned: record.unschedulable })} size={28} />
        {name}
        <span className="i2">
          {said(record.ready === "True" ? "Ready" : `NotReady${record.readyReason === undefined ? "" : ` (${record.readyReason})`}`)}
          {record.unschedulable ? `${t("node.comma")}${t("node.cordoned")}` : ""}
        </span>
      </h1>
      <SectionTabs sections={NODE_SECTIONS} current={section} viewOf={(other) => ({ page: "node", name, section: other })} />
      {section === "overview" ? <NodeOverview state={state} record={record} /> : <SectionBody view={view} />}
    </main>
  );
}
