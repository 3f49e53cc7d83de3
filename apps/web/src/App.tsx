import { DAEMON_SET_SECTIONS } from "@daemonscope/shared/http/sections";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Connecting } from "./Connecting.tsx";
import { Bands } from "./chrome/Bands.tsx";
import { CopyButton } from "./chrome/CopyButton.tsx";
import { copyText } from "./chrome/copy-text.ts";
import { revisionWords } from "./chrome/revision-words.ts";
import { Said } from "./chrome/Said.tsx";
import { verdictOn } from "./chrome/select-verdict.ts";
import { TopBar } from "./chrome/TopBar.tsx";
import { usePageFocus } from "./chrome/use-page-focus.ts";
import { useWakefulScreen } from "./chrome/use-wakeful-screen.ts";
import { VerdictLine } from "./chrome/VerdictLine.tsx";
import { ClusterContext, useCluster, useClusterView, useFreshness, useNow } from "./cluster/cluster-context.ts";
import type { ClusterStore } from "./cluster/cluster-store.ts";
import { isOld } from "./cluster/freshness.ts";
import { isShown } from "./cluster/is-shown.ts";
import { FleetPage } from "./fleet/FleetPage.tsx";
import { useCommand } from "./keys/use-command.ts";
import { kubectlLine } from "./kubectl/kubectl-line.ts";
import { LoadingPage } from "./LoadingPage.tsx";
import { LazyPart } from "./loading/LazyPart.tsx";
import { NotThere } from "./NotThere.tsx";
import { hrefOf, navigate, useKiosk, useView } from "./navigation.ts";
import { withoutPace } from "./pace/pace-words.ts";
import { Dialogs } from "./palette/Dialogs.tsx";
import { EventsPage, LoadingSection, SectionBody } from "./sections/lazy-sections.tsx";
import { SectionTabs } from "./sections/SectionTabs.tsx";
import { UnknownPage } from "./UnknownPage.tsx";
import { FLEET_VIEW, NODES_VIEW, TAINTS_VIEW, type View } from "./url.ts";
import "./chrome/chrome.css";

const queries = new QueryClient();
/** Loaded only where there is one: a real cluster's page does not pay for it. */
const LabBar = lazy(() => import("./lab/LabBar.tsx").then((module) => ({ default: module.LabBar })));

/** The pages but the first are files of their own. */
const DaemonSetPage = lazy(() => import("./rollout/DaemonSetPage.tsx").then((module) => ({ default: module.DaemonSetPage })));
const WhyPanel = lazy(() => import("./explain/WhyPanel.tsx").then((module) => ({ default: module.WhyPanel })));
const NodePage = lazy(() => import("./node/NodePage.tsx").then((module) => ({ default: module.NodePage })));
const LabelsPage = lazy(() => import("./labels/LabelsPage.tsx").then((module) => ({ default: module.LabelsPage })));
/** Loaded where nothing is wanted: most pages do not pay for it. */
const WantedNowhere = lazy(() => import("./labels/WantedNowhere.tsx").then((module) => ({ default: module.WantedNowhere })));
const NodesPage = lazy(() => import("./nodes/NodesPage.tsx").then((module) => ({ default: module.NodesPage })));
const TaintsPage = lazy(() => import("./taints/TaintsPage.tsx").then((module) => ({ default: module.TaintsPage })));

/** One step up: from a node's drawer to its DaemonSet, from there to all, from a cause to all causes. */
function parentOf(view: View): View | undefined {
  if (view.page === "daemonSet" && view.node !== undefined) return { ...view, node: undefined };
  if (view.page === "taints" && (view.taint !== undefined || view.daemonSet !== undefined)) return TAINTS_VIEW;
  if (view.page === "daemonSet" && view.section !== "overview") return { ...view, section: "overview", at: {} };
  if (view.page === "node" && (view.section ?? "overview") !== "overview") return { page: "node", name: view.name };
  if (view.page === "node") return NODES_VIEW;
  if (view.page === "nodes" && (view.only !== undefined || view.filter !== undefined))
    return { ...view, only: undefined, filter: undefined };
  if (view.page === "fleet") return view.cause === undefined ? undefined : { ...view, cause: undefined };
  return FLEET_VIEW;
}

function useWayUp(view: View): void {
  const parent = parentOf(view);
  useCommand("up", parent === undefined ? undefined : () => navigate(parent));
  useCommand("copyLink", () => void copyText(new URL(hrefOf(view), location.href).href));
}

/** Leads down to what can be done about the DaemonSet. */
function ToTheWays() {
  const { t } = useTranslation();
  const go = () => {
    const heading = document.querySelector<HTMLElement>("#ways h2");
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className="btn to-ways" onClick={go}>
      {t("ways.open")}
    </button>
  );
}

function FocusedDaemonSet({ view }: { readonly view: Extract<View, { readonly page: "daemonSet" }> }) {
  const { t } = useTranslation();
  const { state, seq } = useClusterView();
  const nowMs = useNow();
  const fresh = useFreshness();
  const key = `${view.namespace}/${view.name}`;
  const record = state?.daemonSets.get(key);
  const command = kubectlLine(state?.cluster, view.namespace, ["rollout", "status", `ds/${view.name}`]);
  useCommand("copyName", () => void copyText(view.name));
  useCommand("copyKubectl", () => void copyText(command));
  if (state === undefined) return <Connecting />;
  if (record === undefined)
    return (
      <NotThere
        kind="daemonSet"
        name={key}
        known={state.columns}
        linkOf={(name) => ({ ...view, namespace: name.split("/")[0] ?? "", name: name.split("/")[1] ?? "", node: undefined })}
      />
    );
  const current = record.revisions.find((revision) => revision.current);
  return (
    <main data-seq={seq}>
      <VerdictLine verdict={verdictOn(t, isOld(fresh) ? withoutPace(record) : record, nowMs, state.sources)} linked={false}>
        <code className="ell" lang="en">
          {record.rollout.message}
        </code>
        {current === undefined ? null : (
          <span className="i3" title={current.hash}>
            {revisionWords(t, record, nowMs)}
          </span>
        )}
        <LazyPart about={key}>{record.derived?.desiredNumberScheduled === 0 ? <WantedNowhere record={record} /> : null}</LazyPart>
        <span className="grow" />
        {view.section === "overview" && <ToTheWays />}
        <CopyButton text={command} label={t("verdict.copy", { command })} />
      </VerdictLine>
      <SectionTabs
        sections={DAEMON_SET_SECTIONS}
        current={view.section}
        viewOf={(section) => ({ ...view, section, at: {}, node: undefined })}
      />
      {view.section === "overview" ? (
        <LazyPart about={key} fallback={<LoadingSection />}>
          <DaemonSetPage daemonSetKey={key} />
        </LazyPart>
      ) : (
        <SectionBody view={view} />
      )}
      {view.section !== "overview" || view.node === undefined ? null : (
        <LazyPart about={`${key} ${view.node}`}>
          <WhyPanel key={view.node} view={view} node={view.node} />
        </LazyPart>
      )}
    </main>
  );
}

function Page() {
  const view = useView();
  const shown = useCluster(({ state }) => state !== undefined && isShown(state));
  useWayUp(view);
  usePageFocus(view);
  if (!shown && view.page !== "unknown") return <Connecting />;
  switch (view.page) {
    case "fleet":
      return <FleetPage view={view} />;
    case "daemonSet":
      return <FocusedDaemonSet view={view} />;
    case "node":
      return (
        <LazyPart isPage about={view.page} fallback={<LoadingPage />}>
          <NodePage view={view} />
        </LazyPart>
      );
    case "nodes":
      return (
        <LazyPart isPage about={view.page} fallback={<LoadingPage />}>
          <NodesPage view={view} />
        </LazyPart>
      );
    case "labels":
      return (
        <LazyPart isPage about={view.page} fallback={<LoadingPage />}>
          <LabelsPage view={view} />
        </LazyPart>
      );
    case "taints":
      return (
        <LazyPart isPage about={view.page} fallback={<LoadingPage />}>
          <TaintsPage view={view} />
        </LazyPart>
      );
    case "events":
      return <EventsPage at={view.at} />;
    case "unknown":
      return <UnknownPage path={view.path} />;
  }
}

/** Only a cluster that our server simulates itself has a story, and with it a lab. */
function Lab() {
  const hasStory = useCluster(({ state }) => state?.cluster.scenario !== undefined);
  return hasStory ? (
    <LazyPart about="lab">
      <LabBar />
    </LazyPart>
  ) : null;
}

function Frame() {
  const isKiosk = useKiosk();
  useWakefulScreen(isKiosk);
  const fresh = useFreshness();
  const stale = isOld(fresh);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-stale", stale);
  }, [stale]);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-kiosk", isKiosk);
  }, [isKiosk]);
  return (
    <>
      <TopBar />
      <Bands />
      <Page />
      {isKiosk ? null : <Lab />}
      <Dialogs />
      <Said />
    </>
  );
}

export function App({ store }: { readonly store: ClusterStore }) {
  return (
    <QueryClientProvider client={queries}>
      <ClusterContext value={store}>
        <Frame />
      </ClusterContext>
    </QueryClientProvider>
  );
}
