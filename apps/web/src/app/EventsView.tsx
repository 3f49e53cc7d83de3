import type { SectionQuery } from "../address/section-query.ts";
import { useIsNow } from "../cluster/cluster-context.ts";
import { LazyPart } from "../loading/LazyPart.tsx";
import { lazyWithWords } from "../loading/lazily.ts";
import { LoadingSection } from "./LoadingSection.tsx";
import { LazyLiveOnlyNotice } from "./OnlyNow.tsx";

const AllEvents = lazyWithWords(() => import("../events/EventsPage.tsx").then((module) => module.EventsPage));

export function EventsView({ at }: { readonly at: SectionQuery }) {
  const isNow = useIsNow();
  return (
    <LazyPart about="events" isPage fallback={<LoadingSection />}>
      {isNow ? <AllEvents at={at} /> : <LazyLiveOnlyNotice isPage />}
    </LazyPart>
  );
}
