import { useMemo, useRef } from "react";
import { sourceReadState } from "../../data/freshness/source-read-state.ts";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import type { LensResult } from "../../data/lens/band.ts";
import { LENS_KINDS, type Lens, lensText, parseLens } from "../../data/lens/lens.ts";
import type { EligibilityOf } from "../../data/lens/use-eligibility.ts";
import { nextGrouping } from "../../data/rows/groupings.ts";
import type { PlacedNodes } from "../../data/rows/placed-nodes.ts";
import { usePlacedNodes } from "../../data/rows/use-placed-nodes.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import css from "../../draw/grid/grid.module.css";
import { type GridSize, gridSizeFor, nextGridSize } from "../../draw/grid/layout/grid-size.ts";
import { ExportCommand } from "../../panels/exports/ExportCommand.tsx";
import { NodeFilterChips } from "../../panels/filters/NodeFilterChips.tsx";
import { GridArea, type ShownGrid } from "../../panels/grid/GridArea.tsx";
import { GridTools } from "../../panels/grid/GridTools.tsx";
import type { FirstKeys } from "../../panels/grid/KeyDialog.tsx";
import { LabelsChooser, LabelsNote } from "../../panels/grid/LabelsChooser.tsx";
import { LensSwitch } from "../../panels/grid/LensSwitch.tsx";
import { Legend, LegendMarks } from "../../panels/grid/legend/Legend.tsx";
import { LegendLine } from "../../panels/grid/legend/LegendLine.tsx";
import { LensLegend } from "../../panels/grid/legend/LensLegend.tsx";
import { ResortNotice } from "../../panels/grid/legend/ResortNotice.tsx";
import { useLens } from "../../panels/grid/use-lens.ts";
import { useShownLabels } from "../../panels/grid/use-shown-labels.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { DeferredRender } from "../../ui/loading/DeferredRender.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { PHONE, useMedia } from "../../ui/theme/use-media.ts";
import { useElementBox } from "../../ui/viewport/use-element-box.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

interface GridSectionProps extends ShownGrid {
  readonly nodes: number;
  /** The view in the link; `view` is derived from it. */
  readonly inLink: DaemonSetView;
  readonly eligibilityOf: EligibilityOf;
}

const GridExport = lazyWithWords(() => import("../../panels/exports/GridExport.tsx").then((module) => module.GridExport));

/** Tools, legend and the nodes of one DaemonSet, as grid, large cells or table. */
export function GridSection(props: GridSectionProps) {
  return <DeferredRender nodes={props.nodes}>{() => <GroupedSection {...props} />}</DeferredRender>;
}

function GroupedSection(props: GridSectionProps) {
  const size = gridSizeFor(props.view.size, props.nodes);
  const isPhone = useMedia(PHONE);
  // A phone shows few nodes at once, so that the worst are first.
  const { placed, sortAgain } = usePlacedNodes(props.source, props.view.grouping, size === "names" && !isPhone);
  return placed === undefined ? null : <PlacedSection {...props} placed={placed} size={size} onSort={sortAgain} />;
}

interface PlacedSectionProps extends GridSectionProps {
  readonly placed: PlacedNodes;
  readonly size: GridSize;
  readonly onSort: () => void;
}

function PlacedSection(props: PlacedSectionProps) {
  const { source, placed, daemonSet, index, eligibilityOf, view, inLink, size, nowMs, onView } = props;
  const { t } = useTranslation();
  const lens = useMemo(() => parseLens(view.lens), [view.lens]);
  const reading = useLens(lens, placed.cells, daemonSet.revisions, eligibilityOf, index, nowMs);
  const labels = useShownLabels(view.labels, daemonSet.placement, size === "names" || size === "table" ? placed.cells.records : undefined);
  const area = useRef<HTMLDivElement>(null);
  const box = useElementBox(area);
  useCommand("table", () => onView({ size: size === "table" ? undefined : "table" }));
  useCommand("wide", () => onView({ size: nextGridSize(size, props.nodes) }));
  return (
    <section aria-label={t("grid.title")}>
      <SectionTools {...props} lens={lens} reading={reading} labels={labels} />
      <NodeFilterChips view={inLink} placed={placed} isTable={size === "table"} source={source} lens={lens} reading={reading} />
      <LabelsNote requested={labels.requested} isNamed={view.labels !== undefined} records={placed.cells.records} size={size} />
      <div ref={area} className={css.area}>
        <DeferredRender nodes={props.nodes}>
          {() => box.width > 0 && <GridArea {...props} box={box} lens={lens} reading={reading} labels={labels.shown} />}
        </DeferredRender>
      </div>
    </section>
  );
}

interface SectionToolsProps extends PlacedSectionProps {
  readonly lens: Lens;
  readonly reading: LensResult | undefined;
  readonly labels: ReturnType<typeof useShownLabels>;
}

/** Tools for grouping, lens, size and filter of the nodes. */
function SectionTools(props: SectionToolsProps) {
  const { source, placed, nodes, daemonSet, view, size, lens, labels, onView } = props;
  const { t } = useTranslation();
  const { records } = placed.cells;
  const { requested, shown } = labels;
  const first = useMemo(
    (): FirstKeys | undefined =>
      shown.selected.length === 0 ? undefined : { title: t("grid.labels.selects", { daemonSet: daemonSet.name }), keys: shown.selected },
    [shown, daemonSet.name, t],
  );
  useCommand("group", () => onView({ grouping: nextGrouping(records, view.grouping), only: undefined }));
  return (
    <GridTools
      nodes={nodes}
      grouping={view.grouping}
      source={source}
      first={first}
      size={size}
      onGrouping={(next) => onView({ grouping: next, only: undefined })}
      onSize={(next: GridSize) => onView({ size: next })}
      legend={<SectionLegend {...props} />}
    >
      <LabelsChooser
        requested={view.labels === undefined ? shown : requested}
        source={source}
        first={first}
        onLabels={(keys) => onView({ labels: view.labels === undefined && keys === shown.keys.join(",") ? undefined : keys })}
      />
      <LensSwitch
        lens={lens}
        kinds={LENS_KINDS}
        source={source}
        records={records}
        first={first}
        onLens={(next) => onView({ lens: lensText(next), band: undefined, filter: undefined })}
      />
      <ExportCommand Dialog={GridExport} props={{ record: daemonSet, nodes: placed, grouping: view.grouping, fills: props.fills }} />
    </GridTools>
  );
}

interface SectionLegendProps extends PlacedSectionProps {
  readonly lens: Lens;
  readonly reading: LensResult | undefined;
}

function SectionLegend({ placed, daemonSet, view, size, lens, reading, onView, onSort }: SectionLegendProps) {
  const { t } = useTranslation();
  const isAwaited = useCluster(({ state }) => state !== undefined && sourceReadState("controllerrevisions", state.sources) === "awaited");
  const knowsRevisions = !daemonSet.unread.includes("controllerrevisions");
  return (
    <>
      <LegendLine>
        {reading === undefined ? (
          <Legend counts={placed.counts} filter={view.filter} onFilter={(filter) => onView({ filter })} knowsRevisions={knowsRevisions} />
        ) : (
          <LensLegend lens={lens} reading={reading} band={view.band} onBand={(next) => onView({ band: next })} />
        )}
        <LegendMarks counts={placed.counts} filter={view.filter} onFilter={(filter) => onView({ filter })} />
        {!knowsRevisions && <span className="i3">{t(isAwaited ? "grid.revisionsUnreadYet" : "grid.revisionsUnread")}</span>}
      </LegendLine>
      <ResortNotice moved={size === "names" ? 0 : placed.moved} onSort={onSort} />
    </>
  );
}
