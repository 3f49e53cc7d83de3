import type { ReactElement } from "react";
import { useCluster, useIsNow } from "../data/hooks/cluster-context.ts";
import { useAreNodesLoading } from "../data/hooks/nodes-loading-state.ts";
import type { SectionQuery } from "../data/url/section-query.ts";
import type { FleetView, View } from "../data/url/url.ts";
import { LazyPart } from "../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../ui/loading/lazy-with-text.ts";
import { LazyLiveOnlyNotice } from "./LazyLiveOnlyNotice.tsx";
import { LoadingSection } from "./LoadingSection.tsx";
import { WholePage } from "./WholePage.tsx";

const FocusedDaemonSet = lazyWithWords(() => {
  // Requests the usual content and its buttons in parallel, not after this file. The part that renders them reports a
  // failure.
  import("../pages/daemonset/DaemonSetPage.tsx").catch(() => {});
  import("../panels/actions/HeadActions.tsx").catch(() => {});
  return import("./DaemonSetRoute.tsx").then((module) => module.DaemonSetRoute);
});
const UnknownPage = lazyWithWords(() => import("./UnknownPage.tsx").then((module) => module.UnknownPage));
const FocusedNode = lazyWithWords(() => import("./NodeRoute.tsx").then((module) => module.NodeRoute));
const LabelsPage = lazyWithWords(() => import("../pages/labels/LabelsPage.tsx").then((module) => module.LabelsPage));
const PodPage = lazyWithWords(() => import("../pages/pod/PodPage.tsx").then((module) => module.PodPage));
const NodesPage = lazyWithWords(() => import("../pages/nodes/NodesPage.tsx").then((module) => module.NodesPage));
const NodesAwaitedPage = lazyWithWords(() => import("../ui/loading/NodesLoading.tsx").then((module) => module.NodesLoading));
const WhatIfPage = lazyWithWords(() => import("../pages/what-if/WhatIfPage.tsx").then((module) => module.WhatIfPage));
const AuditPage = lazyWithWords(() => import("../pages/audit/AuditPage.tsx").then((module) => module.AuditPage));
const TaintsPage = lazyWithWords(() => import("../pages/taints/TaintsPage.tsx").then((module) => module.TaintsPage));
const AllEvents = lazyWithWords(() => import("../panels/sections/events/EventsPage.tsx").then((module) => module.EventsPage));

/** Pages that need all nodes. */
const PAGES_OF_ALL_NODES: readonly View["page"][] = ["node", "nodes", "labels", "taints", "whatIf"];

function EventsView({ at }: { readonly at: SectionQuery }) {
  const isNow = useIsNow();
  return (
    <LazyPart about="events" isPage fallback={<LoadingSection />}>
      {isNow ? <AllEvents at={at} /> : <LazyLiveOnlyNotice isPage />}
    </LazyPart>
  );
}

/** Any page except the first one, each in a separate file. The type of its result makes the compiler demand each
 *  page. */
export function OtherPage({ view }: { readonly view: Exclude<View, FleetView> }): ReactElement {
  const areNodesAwaited = useAreNodesLoading();
  const isPast = useCluster(({ moment }) => moment !== undefined);
  const isNow = useIsNow();
  if (areNodesAwaited && PAGES_OF_ALL_NODES.includes(view.page))
    return (
      <WholePage about="nodes">
        <NodesAwaitedPage />
      </WholePage>
    );
  switch (view.page) {
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
    case "audit":
      return <WholePage about={view.page}>{isPast ? <LazyLiveOnlyNotice isPage /> : <AuditPage view={view} />}</WholePage>;
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
