import type { DaemonSetView, NodeView } from "../address/url.ts";
import { useIsNow } from "../cluster/cluster-context.ts";
import { LazyPart } from "../loading/LazyPart.tsx";
import { lazyWithWords } from "../loading/lazily.ts";
import { LoadingSection } from "./LoadingSection.tsx";
import { LazyLiveOnlyNotice } from "./OnlyNow.tsx";

const ChangesSection = lazyWithWords(() => import("../revisions/ChangesSection.tsx").then((module) => module.ChangesSection));
const EventsSection = lazyWithWords(() => import("../events/EventsSection.tsx").then((module) => module.EventsSection));
const YamlSection = lazyWithWords(() => import("../yaml/YamlSection.tsx").then((module) => module.YamlSection));
const LogsSection = lazyWithWords(() => import("../logs/LogsSection.tsx").then((module) => module.LogsSection));
const WorklistSection = lazyWithWords(() => import("../acting/Worklist.tsx").then((module) => module.OnDeleteWorklist));
const ActionsSection = lazyWithWords(() => import("../acting/ActionsSection.tsx").then((module) => module.ActionsSection));
const ReachSection = lazyWithWords(() => import("../reach/ReachSection.tsx").then((module) => module.ReachSection));

/** A section of a page, except the first. Each loads when it is first opened. */
export function SectionBody({ view }: { readonly view: DaemonSetView | NodeView }) {
  return (
    <LazyPart about={`${view.page} ${view.section}`} fallback={<LoadingSection />}>
      <SectionOf view={view} />
    </LazyPart>
  );
}

/** Sections that need live data of the cluster. */
const ONLY_NOW: readonly unknown[] = ["events", "yaml", "logs", "reach", "worklist", "actions"];

function SectionOf({ view }: { readonly view: DaemonSetView | NodeView }) {
  const isNow = useIsNow();
  if (!isNow && ONLY_NOW.includes(view.section)) return <LazyLiveOnlyNotice />;
  switch (view.section) {
    case "changes":
      return view.page === "daemonSet" ? <ChangesSection view={view} /> : null;
    case "worklist":
      return view.page === "daemonSet" ? <WorklistSection view={view} /> : null;
    case "actions":
      return <ActionsSection view={view} />;
    case "events":
      return <EventsSection view={view} />;
    case "yaml":
      return <YamlSection view={view} />;
    case "logs":
      return <LogsSection view={view} />;
    case "reach":
      return <ReachSection view={view} />;
    default:
      return null;
  }
}
