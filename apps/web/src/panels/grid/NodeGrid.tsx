import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import { useMemo } from "react";
import type { Palette } from "../../data/cell/palette.ts";
import { useClusterStore, useFreshness } from "../../data/hooks/cluster-context.ts";
import type { GridNode } from "../../data/rows/node-cells.ts";
import type { NodeGroup } from "../../data/rows/node-group.ts";
import { WHAT_IF_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellField, type CellFieldProps } from "../../draw/grid/CellField.tsx";
import { GridCanvas } from "../../draw/grid/GridCanvas.tsx";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import { eligibleText, groupFactsText, groupName } from "../../draw/grid/group-text.ts";
import { cellCount, type GridScene, type SceneCell, sceneCells } from "../../draw/grid/layout/grid-scene.ts";
import { liveDaemonSet } from "../../draw/grid/live-cell-source.ts";
import { PodCellRenderer } from "../../draw/grid/pod-cell-renderer.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { CellCard } from "./CellCard.tsx";
import type { CellFactsIndex } from "./cell-facts.ts";
import { cellLabelText, lifeText, lifeThatExcludes } from "./cell-text.ts";
import { LargeCells } from "./LargeCells.tsx";
import { labelWords } from "./label-text.ts";
import { NodeDetails } from "./NodeDetails.tsx";
import { type HeadingReason, sharedExclusion } from "./shared-exclusion.ts";
import type { ShownLabels } from "./shown-labels.ts";
import { useCardPlace } from "./use-card-place.ts";

type FieldProps = Omit<CellFieldProps, "label" | "factsOf" | "reasonOf" | "sentenceOf" | "cardOf" | "drawing">;

interface NodeGridProps extends FieldProps {
  readonly palette: Palette;
  readonly keeps: (node: GridNode) => boolean;
  readonly motion: ChangeMotion;
  readonly index: CellFactsIndex;
  readonly daemonSet: string;
  /** `namespace/name`. */
  readonly daemonSetKey: string;
  readonly revisionOf: (hash: string | undefined) => string | undefined;
  readonly nowMs: number;
  readonly hasNames: boolean;
  readonly labels: ShownLabels;
  /** All data that the cells are drawn from was read. */
  readonly isKnown: boolean;
  /** The lens shows which nodes are eligible, so that headings count these instead of updated pods. */
  readonly isEligibilityShown: boolean;
  /** Returns the text of the lens for the node of a row; undefined under the lens of states. */
  readonly lensWordsOf: (row: number) => string | undefined;
}

const createRenderer = () => new PodCellRenderer();

/** Returns, by group, the reason that its heading gives for all of its cells. O(cells); only a
 *  limited number of cells has names. */
function headingReasonsOf(scene: GridScene, index: CellFactsIndex, t: Translate): readonly (HeadingReason | undefined)[] {
  const reasons = scene.nodes.groups.map((): (Eligibility | undefined)[] => []);
  const lives = scene.nodes.groups.map((): (string | undefined)[] => []);
  for (const { node, group } of sceneCells(scene)) {
    const { record, excludedBy } = index.factsOf(node, 0);
    reasons[group]?.push(excludedBy);
    const life = lifeThatExcludes(record, excludedBy);
    lives[group]?.push(life && lifeText(life, t));
  }
  const headingReasons: (HeadingReason | undefined)[] = [];
  const { places, flow } = scene.places.layout;
  for (const place of places) {
    const group = scene.nodes.groups[place.index];
    const [its, parts] = [reasons[place.index] ?? [], lives[place.index] ?? []];
    headingReasons[place.index] =
      group === undefined ? undefined : sharedExclusion(group, place, its, parts, t, flow === "rowsBesideHeads");
  }
  return headingReasons;
}

/** The node grid of one DaemonSet. */
export function NodeGrid(props: NodeGridProps) {
  const { scene, index, daemonSet, nowMs, hasNames, isKnown, isEligibilityShown, labels, lensWordsOf } = props;
  const { t } = useTranslation();
  const isPast = useFreshness().kind === "past";
  const store = useClusterStore();
  const live = useMemo(() => liveDaemonSet(store, props.daemonSetKey), [store, props.daemonSetKey]);
  const headingReasons = useMemo(() => (hasNames ? headingReasonsOf(scene, index, t) : []), [hasNames, scene, index, t]);
  const reasonOf = (group: NodeGroup) => headingReasons[scene.nodes.groups.indexOf(group)];
  return (
    <CellField
      {...props}
      label={t("grid.nodesOf", { count: cellCount(scene), daemonSet })}
      factsOf={(group, width, isBelow) =>
        reasonOf(group)?.short ??
        (isEligibilityShown ? eligibleText(group, t) : undefined) ??
        groupFactsText(group, width, isKnown, t, isBelow)
      }
      reasonOf={(group) => reasonOf(group)?.words}
      sentenceOf={(cell) => {
        const lensWords = lensWordsOf(cell.node.row);
        const sentence = cellLabelText(index.factsOf(cell.node, nowMs), scene.nodes.groups[cell.group]?.name ?? "", daemonSet, t);
        const lines = labels.linesOf(cell.node.record.labels).map((line) => labelWords(line, t, true));
        return [sentence, ...(lensWords === undefined ? [] : [lensWords]), ...lines].join(t("grid.comma"));
      }}
      cardOf={(cell) => <ShownCard {...props} cell={cell} />}
      offerFor={
        isPast
          ? undefined
          : (nodes) => (
              <ViewLink
                className="btn"
                data-what-if-nodes
                view={{ ...WHAT_IF_VIEW, look: { daemonset: props.daemonSetKey, nodes: nodes.join(",") } }}
              >
                {t("grid.whatIf", { count: nodes.length })}
              </ViewLink>
            )
      }
      drawing={(hovered) =>
        hasNames ? (
          <LargeCells
            scene={scene}
            index={index}
            lensWordsOf={lensWordsOf}
            labels={labels}
            nowMs={nowMs}
            headingReasons={headingReasons}
            keeps={props.keeps}
            active={hovered}
            motion={props.motion}
          />
        ) : (
          <GridCanvas
            scene={scene}
            rendererOf={createRenderer}
            palette={props.palette}
            keeps={props.keeps}
            motion={props.motion}
            live={live}
          />
        )
      }
    />
  );
}

function ShownCard({ scene, index, nowMs, cell, revisionOf, labels, lensWordsOf }: NodeGridProps & { readonly cell: SceneCell }) {
  const { t } = useTranslation();
  const group = scene.nodes.groups[cell.group];
  const facts = index.factsOf(cell.node, nowMs);
  const place = useCardPlace(scene, cell);
  const revision = revisionOf(facts.pod?.hash);
  return (
    <CellCard
      {...place}
      facts={facts}
      group={group === undefined ? "" : groupName(group, t)}
      fill={scene.paint.fills.of(cell.node.name)}
      revision={revision !== undefined && facts.pod?.adopted !== undefined ? t("grid.adopted", { revision }) : revision}
      lensWords={lensWordsOf(cell.node.row)}
    >
      <NodeDetails record={cell.node.record} shown={labels} />
    </CellCard>
  );
}
