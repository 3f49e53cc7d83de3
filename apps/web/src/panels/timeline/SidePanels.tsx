import { openSidePanel, useSidePanel, useView } from "../../data/url/navigation.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";

const CompareDrawer = lazyWithWords(() => import("./CompareDrawer.tsx").then((module) => module.CompareDrawer));
const ReportDrawer = lazyWithWords(() => import("./report/ReportDrawer.tsx").then((module) => module.ReportDrawer));

/** The side panels that the URL requests, unless the page shows its own side panel. `log`: of the live cluster. */
export function SidePanels({ log }: { readonly log: string | undefined }) {
  const view = useView();
  const [compared, reported] = [useSidePanel("compare"), useSidePanel("report")];
  if (view.page === "daemonSet" && (view.node !== undefined || view.drawer !== undefined)) return null;
  if (compared !== undefined)
    return (
      <LazyPart about="compare" onFailed={() => openSidePanel("compare", undefined)}>
        <CompareDrawer compared={compared} />
      </LazyPart>
    );
  if (reported === undefined || view.page !== "daemonSet") return null;
  const about = `${view.namespace}/${view.name}`;
  return (
    <LazyPart about={`report ${about}`} onFailed={() => openSidePanel("report", undefined)}>
      <ReportDrawer view={view} about={about} log={log} reported={reported} />
    </LazyPart>
  );
}
