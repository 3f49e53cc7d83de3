import { assertNever } from "@daemonscope/kube/base/assert-never";
import { useIsNow } from "../data/hooks/cluster-context.ts";
import type { DaemonSetView, NodeView } from "../data/url/url.ts";
import { LazyPart } from "../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../ui/loading/lazy-with-text.ts";
import { LazyLiveOnlyNotice } from "./LazyLiveOnlyNotice.tsx";
import { LoadingSection } from "./LoadingSection.tsx";

const ChangesSection = lazyWithWords(() =>
  import("../panels/sections/revisions/ChangesSection.tsx").then((module) => module.ChangesSection),
);
const EventsSection = lazyWithWords(() => import("../panels/sections/events/EventsSection.tsx").then((module) => module.EventsSection));
const YamlSection = lazyWithWords(() => import("../panels/sections/yaml/YamlSection.tsx").then((module) => module.YamlSection));
const LogsSection = lazyWithWords(() => import("../panels/sections/pod-logs/LogsSection.tsx").then((module) => module.LogsSection));
const WorklistSection = lazyWithWords(() =>
  import("../panels/actions/journal/OnDeleteWorklist.tsx").then((module) => module.OnDeleteWorklist),
);
const ActionsSection = lazyWithWords(() => import("../panels/actions/journal/ActionsSection.tsx").then((module) => module.ActionsSection));
const ReachSection = lazyWithWords(() => import("../panels/sections/services/ReachSection.tsx").then((module) => module.ReachSection));

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
  const { section } = view;
  if (!isNow && ONLY_NOW.includes(section)) return <LazyLiveOnlyNotice />;
  switch (section) {
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
    // The page itself is the first section.
    case "overview":
    case undefined:
      return null;
    default:
      return assertNever(section);
  }
}
