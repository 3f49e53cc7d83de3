import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { type ReactNode, useEffect, useState } from "react";
import { closePlan, useRequestedPlan } from "../actions/asked-plan.ts";
import { hrefOf, navigate, openSidePanel, useKiosk, useSidePanel, useView } from "../address/navigation.ts";
import { FLEET_VIEW, NODES_VIEW, TAINTS_VIEW, type View } from "../address/url.ts";
import { LiveRegion } from "../announce/LiveRegion.tsx";
import { usePageFocus } from "../announce/use-page-focus.ts";
import { personSession } from "../api/session.ts";
import { Bands } from "../chrome/Bands.tsx";
import { TopBar } from "../chrome/TopBar.tsx";
import { useWallboard } from "../chrome/use-wall.ts";
import { ClusterContext, useCluster, useFreshness, useIsNow } from "../cluster/cluster-context.ts";
import { isDataStale } from "../cluster/freshness.ts";
import { isClusterReady } from "../cluster/is-shown.ts";
import { useAreNodesLoading } from "../cluster/nodes-awaited.ts";
import { ThrottledCluster, VIEW_THROTTLE } from "../cluster/paced-source.ts";
import type { DisplayedCluster } from "../cluster/shown-cluster.ts";
import { copyText } from "../controls/copy-text.ts";
import { FleetPage } from "../fleet/FleetPage.tsx";
import { speakAlso } from "../i18n/speak.ts";
import { useCommand } from "../keys/use-command.ts";
import { Connecting } from "../loading/Connecting.tsx";
import { LazyPart } from "../loading/LazyPart.tsx";
import { lazyWithWords } from "../loading/lazily.ts";
import { Dialogs } from "../palette/Dialogs.tsx";
import { EventsView } from "./EventsView.tsx";
import { LoadingPage } from "./LoadingPage.tsx";
import { LazyLiveOnlyNotice } from "./OnlyNow.tsx";

/** The page works without it. */
const ignore = () => undefined;
/** Loads only for a simulated cluster, so that the page of a real one does not pay for it. */
const LabBar = lazyWithWords(() => Promise.all([import("../lab/LabBar.tsx"), speakAlso("lab")]).then(([module]) => module.LabBar));

/** All pages except the first are in separate files. */
const FocusedDaemonSet = lazyWithWords(() => {
  // Requests the usual content in parallel, not after this file. The part that renders it reports a failure.
  import("../rollout/DaemonSetPage.tsx").catch(ignore);
  return import("./FocusedDaemonSet.tsx").then((module) => module.DaemonSetRoute);
});
const UnknownPage = lazyWithWords(() => import("./UnknownPage.tsx").then((module) => module.UnknownPage));
const FocusedNode = lazyWithWords(() => import("./FocusedNode.tsx").then((module) => module.NodeRoute));
const LabelsPage = lazyWithWords(() => import("../labels/LabelsPage.tsx").then((module) => module.LabelsPage));
const PodPage = lazyWithWords(() => import("../pod/PodPage.tsx").then((module) => module.PodPage));
const NodesPage = lazyWithWords(() => import("../nodes/NodesPage.tsx").then((module) => module.NodesPage));
/** Loaded for a user who signs in with their own rights. */
const RightsReader = lazyWithWords(() => import("../rights/RightsReader.tsx").then((module) => module.RightsReader));
/** For a signed-in user who may not see everything. */
const PartOfCluster = lazyWithWords(() => import("../rights/PartOfCluster.tsx").then((module) => module.PartialAccessNotice));
const Forbidden = lazyWithWords(() => import("../rights/Forbidden.tsx").then((module) => module.Forbidden));
const Timeline = lazyWithWords(() => import("../timeline/Timeline.tsx").then((module) => module.Timeline));
/** Replaces a page whose moment cannot be shown. */
const NoMoment = lazyWithWords(() => import("../timeline/NoMoment.tsx").then((module) => module.MomentNotFound));
/** Loads when the user requests a plan. */
const PlanDrawer = lazyWithWords(() => import("../acting/PlanDrawer.tsx").then((module) => module.PlanDrawer));
const NodesAwaitedPage = lazyWithWords(() => import("../loading/NodesAwaited.tsx").then((module) => module.NodesLoading));
const WhatIfPage = lazyWithWords(() => import("../what-if/WhatIfPage.tsx").then((module) => module.WhatIfPage));
const TaintsPage = lazyWithWords(() => import("../taints/TaintsPage.tsx").then((module) => module.TaintsPage));

/** Returns the parent view: of a node's drawer its DaemonSet, of a DaemonSet all of them, of a cause all causes. */
function parentOf(view: View): View | undefined {
  if (view.page === "daemonSet" && (view.node !== undefined || view.drawer !== undefined))
    return { ...view, node: undefined, drawer: undefined };
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
  const [compared, reported] = [useSidePanel("compare"), useSidePanel("report")];
  const hasAside = (compared ?? reported) !== undefined;
  const parent = parentOf(view);
  const up = hasAside ? () => openSidePanel("compare", undefined) : parent === undefined ? undefined : () => navigate(parent);
  useCommand("up", up);
  useCommand("copyLink", () => void copyText(new URL(hrefOf(view), location.href).href));
}

/** A page in a separate file. */
function WholePage({ about, children }: { readonly about: string; readonly children: ReactNode }) {
  return (
    <LazyPart isPage about={about} fallback={<LoadingPage />}>
      {children}
    </LazyPart>
  );
}

/** Pages that need all nodes. */
const OF_ALL_NODES: readonly View["page"][] = ["node", "nodes", "labels", "taints", "whatIf"];

function Page() {
  const view = useView();
  const areNodesAwaited = useAreNodesLoading();
  const shown = useCluster(({ state }) => state !== undefined && isClusterReady(state));
  const isPast = useCluster(({ moment }) => moment !== undefined);
  const isNow = useIsNow();
  useWayUp(view);
  usePageFocus(view);
  if (!shown && isPast)
    return (
      <WholePage about="moment">
        <NoMoment />
      </WholePage>
    );
  if (!shown && view.page !== "unknown") return <Connecting />;
  if (areNodesAwaited && OF_ALL_NODES.includes(view.page))
    return (
      <WholePage about="nodes">
        <NodesAwaitedPage />
      </WholePage>
    );
  switch (view.page) {
    case "fleet":
      return <FleetPage view={view} />;
    case "daemonSet":
      return (
        <WholePage about={view.page}>
          <FocusedDaemonSet view={view} />
        </WholePage>
      );
    case "node":
      return (
        <WholePage about={view.page}>
          <FocusedNode view={view} />
        </WholePage>
      );
    case "pod":
      return (
        <WholePage about={view.page}>
          {isNow ? <PodPage key={`${view.namespace}/${view.name}`} view={view} /> : <LazyLiveOnlyNotice isPage />}
        </WholePage>
      );
    case "nodes":
      return (
        <WholePage about={view.page}>
          <NodesPage view={view} />
        </WholePage>
      );
    case "labels":
      return (
        <WholePage about={view.page}>
          <LabelsPage view={view} />
        </WholePage>
      );
    case "taints":
      return (
        <WholePage about={view.page}>
          <TaintsPage view={view} />
        </WholePage>
      );
    case "whatIf":
      return <WholePage about={view.page}>{isPast ? <LazyLiveOnlyNotice isPage /> : <WhatIfPage view={view} />}</WholePage>;
    case "events":
      return <EventsView at={view.at} />;
    case "unknown":
      return (
        <WholePage about={view.path}>
          <UnknownPage path={view.path} />
        </WholePage>
      );
  }
}

/** Only a cluster that this server simulates has a story, and so a lab. */
function Lab() {
  const hasStory = useCluster(({ state }) => state?.cluster.scenario !== undefined);
  return hasStory ? (
    <LazyPart about="lab">
      <LabBar />
    </LazyPart>
  ) : null;
}

/** The requested plan, over any page. */
function Plan() {
  const asked = useRequestedPlan();
  return asked === undefined ? null : (
    <LazyPart about={`plan ${asked.id}`} onFailed={closePlan}>
      <PlanDrawer asked={asked} />
    </LazyPart>
  );
}

function Frame() {
  const isKiosk = useKiosk();
  useWallboard(isKiosk);
  const [mine, setMine] = useState<RightsAnswer>();
  const fresh = useFreshness();
  const stale = isDataStale(fresh) && mine?.kind !== "nothing";
  const isPast = fresh.kind === "past";
  const isNow = useIsNow();
  useEffect(() => {
    const flags = { "data-stale": stale, "data-past": isPast, "data-not-now": !isNow, "data-kiosk": isKiosk };
    for (const [name, isOn] of Object.entries(flags)) document.documentElement.toggleAttribute(name, isOn);
  }, [stale, isPast, isNow, isKiosk]);
  return (
    <>
      {personSession() === undefined ? null : (
        <LazyPart about="rights" onFailed={ignore}>
          <RightsReader onRead={setMine} />
        </LazyPart>
      )}
      <TopBar closed={mine?.kind === "nothing" ? mine.cluster : undefined} />
      {/* A user without any access has no stream, although the server responds. */}
      {mine?.kind === "nothing" ? null : <Bands saysForbidden={mine?.kind !== "part"} />}
      {mine?.kind === "part" ? (
        <LazyPart about="part">
          <PartOfCluster mine={mine} />
        </LazyPart>
      ) : null}
      {mine?.kind === "nothing" ? (
        <WholePage about="forbidden">
          <Forbidden mine={mine} />
        </WholePage>
      ) : (
        <Page />
      )}
      <LazyPart about="timeline" onFailed={ignore}>
        <Timeline isKiosk={isKiosk} />
      </LazyPart>
      {isKiosk ? null : <Lab />}
      <Plan />
      <Dialogs />
      <LiveRegion />
    </>
  );
}

export function App({ shown }: { readonly shown: DisplayedCluster }) {
  const [cluster] = useState(() => ({ store: shown, paced: new ThrottledCluster(shown, VIEW_THROTTLE) }));
  return (
    <ClusterContext value={cluster}>
      <Frame />
    </ClusterContext>
  );
}
