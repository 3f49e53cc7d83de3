import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { LazyPart } from "../loading/LazyPart.tsx";
import type { DaemonSetView, NodeView } from "../url.ts";
import type { SectionQuery } from "./section-query.ts";

const EventsSection = lazy(() => import("../events/EventsSection.tsx").then((module) => ({ default: module.EventsSection })));
const YamlSection = lazy(() => import("../yaml/YamlSection.tsx").then((module) => ({ default: module.YamlSection })));
const LogsSection = lazy(() => import("../logs/LogsSection.tsx").then((module) => ({ default: module.LogsSection })));
const ReachSection = lazy(() => import("../reach/ReachSection.tsx").then((module) => ({ default: module.ReachSection })));
const AllEvents = lazy(() => import("../events/EventsPage.tsx").then((module) => ({ default: module.EventsPage })));

/** While the file of a section comes. */
export function LoadingSection() {
  const { t } = useTranslation();
  return (
    <p className="section-loading" role="status">
      {t("sections.loading")}
    </p>
  );
}

/** A section of a page, but the first: each is loaded when it is first opened. */
export function SectionBody({ view }: { readonly view: DaemonSetView | NodeView }) {
  return (
    <LazyPart about={`${view.page} ${view.section}`} fallback={<LoadingSection />}>
      <SectionOf view={view} />
    </LazyPart>
  );
}

function SectionOf({ view }: { readonly view: DaemonSetView | NodeView }) {
  switch (view.section) {
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

export function EventsPage({ at }: { readonly at: SectionQuery }) {
  return (
    <LazyPart about="events" isPage fallback={<LoadingSection />}>
      <AllEvents at={at} />
    </LazyPart>
  );
}
