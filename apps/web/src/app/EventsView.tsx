import { useIsNow } from "../data/hooks/cluster-context.ts";
import type { SectionQuery } from "../data/url/section-query.ts";
import { LazyPart } from "../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../ui/loading/lazy-with-text.ts";
import { LazyLiveOnlyNotice } from "./LazyLiveOnlyNotice.tsx";
import { LoadingSection } from "./LoadingSection.tsx";

const AllEvents = lazyWithWords(() => import("../panels/sections/events/EventsPage.tsx").then((module) => module.EventsPage));

export function EventsView({ at }: { readonly at: SectionQuery }) {
  const isNow = useIsNow();
  return (
    <LazyPart about="events" isPage fallback={<LoadingSection />}>
      {isNow ? <AllEvents at={at} /> : <LazyLiveOnlyNotice isPage />}
    </LazyPart>
  );
}
