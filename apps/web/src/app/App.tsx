import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { useEffect, useState } from "react";
import { personSession } from "../data/api/session.ts";
import type { DisplayedCluster } from "../data/cluster/displayed-cluster.ts";
import { ThrottledCluster, VIEW_THROTTLE } from "../data/computed/throttled-cluster.ts";
import { isDataStale } from "../data/freshness/freshness.ts";
import { isClusterReady } from "../data/freshness/is-cluster-ready.ts";
import { ClusterContext, useCluster, useFreshness, useIsNow } from "../data/hooks/cluster-context.ts";
import { hrefOf, navigate, openSidePanel, useKiosk, useSidePanel, useView } from "../data/url/navigation.ts";
import { FLEET_VIEW, NODES_VIEW, TAINTS_VIEW, type View } from "../data/url/url.ts";
import { FleetPage } from "../pages/fleet/FleetPage.tsx";
import { loadFleetFilter } from "../pages/fleet/use-shown-fleet.ts";
import { closePlan, useRequestedPlan } from "../panels/actions/requested-plan.ts";
import { Dialogs } from "../panels/palette/Dialogs.tsx";
import { copyText } from "../ui/announce/copy-text.ts";
import { LiveRegion } from "../ui/announce/LiveRegion.tsx";
import { usePageFocus } from "../ui/announce/use-page-focus.ts";
import { useCommand } from "../ui/keys/use-command.ts";
import { Connecting } from "../ui/loading/Connecting.tsx";
import { LazyPart } from "../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../ui/loading/lazy-with-text.ts";
import { Bands } from "./chrome/Bands.tsx";
import { TopBar } from "./chrome/TopBar.tsx";
import { WholePage } from "./WholePage.tsx";

/** Error handler of preloads: the part that renders the module reports the failure. */
const ignorePreloadFailure = () => undefined;

const loadOtherPage = () => import("./OtherPage.tsx").then((module) => module.OtherPage);
const OtherPage = lazyWithWords(loadOtherPage);
/** Loaded for a user who signs in with their own rights. */
const RightsReader = lazyWithWords(() => import("../panels/access/RightsReader.tsx").then((module) => module.RightsReader));
/** For a signed-in user who may not see everything. */
const PartOfCluster = lazyWithWords(() => import("../panels/access/PartialAccessNotice.tsx").then((module) => module.PartialAccessNotice));
const Forbidden = lazyWithWords(() => import("../panels/access/Forbidden.tsx").then((module) => module.Forbidden));
const Timeline = lazyWithWords(() => import("../panels/timeline/Timeline.tsx").then((module) => module.Timeline));
/** Replaces a page whose moment cannot be shown. */
const NoMoment = lazyWithWords(() => import("../panels/timeline/MomentNotFound.tsx").then((module) => module.MomentNotFound));
/** Loads when the user requests a plan. */
const PlanDrawer = lazyWithWords(() => import("../panels/actions/plan/PlanDrawer.tsx").then((module) => module.PlanDrawer));

/** Returns the parent of a view, for the `up` command. An open explanation, drawer, section, filter, taint or cause
 *  closes first. */
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

function usePageCommands(view: View): void {
  const [compared, reported] = [useSidePanel("compare"), useSidePanel("report")];
  const hasAside = (compared ?? reported) !== undefined;
  const parent = parentOf(view);
  const up = hasAside ? () => openSidePanel("compare", undefined) : parent === undefined ? undefined : () => navigate(parent);
  useCommand("up", up);
  useCommand("copyLink", () => void copyText(new URL(hrefOf(view), location.href).href));
}

/** The page of the address. */
function Page() {
  const view = useView();
  const shown = useCluster(({ state }) => state !== undefined && isClusterReady(state));
  const isPast = useCluster(({ moment }) => moment !== undefined);
  usePageCommands(view);
  usePageFocus(view);
  // Requests the files while the cluster loads. The part that needs them reports a failure.
  useEffect(() => void Promise.all([loadOtherPage(), loadFleetFilter()]).catch(ignorePreloadFailure), []);
  if (!shown && isPast)
    return (
      <WholePage about="moment">
        <NoMoment />
      </WholePage>
    );
  if (!shown && view.page !== "unknown") return <Connecting />;
  return view.page === "fleet" ? (
    <WholePage about="fleet">
      <FleetPage view={view} />
    </WholePage>
  ) : (
    <WholePage about="page">
      <OtherPage view={view} />
    </WholePage>
  );
}

/** The requested plan, over any page. */
function Plan() {
  const asked = useRequestedPlan();
  return asked === undefined ? null : (
    <LazyPart about={`plan ${asked.id}`} onFailed={closePlan}>
      <PlanDrawer requested={asked} />
    </LazyPart>
  );
}

/** Turns the page into a wallboard while `isWall`. Few pages are wallboards, so the code loads only for those. */
function useWallboard(isWall: boolean): void {
  useEffect(() => {
    if (!isWall) return undefined;
    const over = new AbortController();
    import("./chrome/wallboard.ts").then(
      ({ enterWallboard }) => enterWallboard(over.signal),
      // If the code does not load, the screen may sleep, and the page keeps its normal size.
      () => {},
    );
    return () => over.abort();
  }, [isWall]);
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
    const flags = {
      "data-stale": stale,
      "data-past": isPast,
      "data-not-now": !isNow,
      "data-kiosk": isKiosk,
    };
    for (const [name, isOn] of Object.entries(flags)) document.documentElement.toggleAttribute(name, isOn);
  }, [stale, isPast, isNow, isKiosk]);
  return (
    <>
      {personSession() === undefined ? null : (
        <LazyPart about="rights" onFailed={ignorePreloadFailure}>
          <RightsReader onRead={setMine} />
        </LazyPart>
      )}
      <TopBar closed={mine?.kind === "nothing" ? mine.cluster : undefined} />
      {/* A user without any access has no stream, although the server responds. */}
      {mine?.kind === "nothing" ? null : <Bands shouldShowForbidden={mine?.kind !== "part"} />}
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
      <LazyPart about="timeline" onFailed={ignorePreloadFailure}>
        <Timeline isKiosk={isKiosk} />
      </LazyPart>
      <Plan />
      <Dialogs />
      <LiveRegion />
    </>
  );
}

export function App({ shown }: { readonly shown: DisplayedCluster }) {
  const [cluster] = useState(() => ({
    store: shown,
    paced: new ThrottledCluster(shown, VIEW_THROTTLE),
  }));
  return (
    <ClusterContext value={cluster}>
      <Frame />
    </ClusterContext>
  );
}
