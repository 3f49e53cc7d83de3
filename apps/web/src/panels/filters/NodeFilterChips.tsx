import { useCallback, useMemo } from "react";
import { type Readable, useComputed } from "../../data/computed/computed.ts";
import type { LensResult } from "../../data/lens/band.ts";
import type { Lens } from "../../data/lens/lens.ts";
import { bandWords } from "../../data/lens/lens-text.ts";
import { nodeFilterable } from "../../data/rows/filter/filterables.ts";
import { parseFilter } from "../../data/rows/filter/parse-filter.ts";
import { filterRows } from "../../data/rows/filtered-rows.ts";
import type { GridNode, NodeCells } from "../../data/rows/node-cells.ts";
import type { PlacedNodes } from "../../data/rows/placed-nodes.ts";
import type { DaemonSetView, NodesView } from "../../data/url/url.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { type ChipFacts, FilterChips } from "./FilterChips.tsx";

interface NodeFilterChipsProps {
  readonly view: DaemonSetView | NodesView;
  readonly placed: PlacedNodes;
  /** A table leaves out the other nodes; the map dims them. */
  readonly isTable: boolean;
  readonly source: Readable<NodeCells>;
  readonly lens: Lens;
  readonly reading: LensResult | undefined;
}

const allOf = ({ groups }: PlacedNodes): number => groups.reduce((sum, { rows }) => sum + rows.length, 0);

/** The chips of a page of nodes. */
export function NodeFilterChips(props: NodeFilterChipsProps) {
  return props.view.query === "" ? <WithNotes {...props} /> : <WithText {...props} />;
}

/** Fields of the URL that keep some nodes. */
type NodeFilters = Pick<DaemonSetView | NodesView, "query" | "only" | "band" | "filter">;

interface Kept {
  readonly count: number;
  readonly all: number;
  /** A table leaves out the other nodes; the map dims them. */
  readonly isTable: boolean;
}

/**
 * Returns how many nodes one filter keeps, and the effect on the others: `9 of 48, 39 dimmed`.
 * With a second filter more nodes are dimmed than this filter dims, so the note states its own count alone: `9 of 48`.
 */
export function keptNote(t: Translate, { query, only, band, filter }: NodeFilters, { count, all, isTable }: Kept): string {
  const filters = [query !== "", only !== undefined, band !== undefined, filter !== undefined].filter(Boolean).length;
  const statesOthers = filters === 1 && all !== count;
  const others = statesOthers ? [t(isTable ? "grid.leftOut" : "grid.dimmed", { count: all - count })] : [];
  return [t("chips.keptOf", { count, all }), ...others].join(t("grid.comma"));
}

/** The text is matched with every node, so this renders only if there is a text. */
function WithText(props: NodeFilterChipsProps) {
  const { placed, isTable, source, view } = props;
  const { t } = useTranslation();
  const textFilter = useMemo(() => parseFilter(view.query), [view.query]);
  const matches = useCallback(({ record }: GridNode) => textFilter.keeps(nodeFilterable(record)), [textFilter]);
  const kept = useComputed(
    source,
    useMemo(() => filterRows(matches), [matches]),
  );
  return <WithNotes {...props} text={{ note: keptNote(t, view, { count: kept?.count ?? 0, all: allOf(placed), isTable }) }} />;
}

function WithNotes({ view, placed, isTable, lens, reading, text = {} }: NodeFilterChipsProps & { readonly text?: ChipFacts }) {
  const { t } = useTranslation();
  const inGroup = placed.groups.find(({ name }) => name === view.only)?.rows.length ?? 0;
  const band = reading?.bands.find(({ id }) => id === view.band);
  const facts = {
    q: text,
    only: { note: keptNote(t, view, { count: inGroup, all: allOf(placed), isTable }) },
    ...(band === undefined ? {} : { band: { value: bandWords(band.meaning, lens, t) } }),
  };
  return <FilterChips view={view} facts={facts} />;
}
