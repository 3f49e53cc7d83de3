import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
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
import { keptNote } from "./active-filters-note.ts";
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

/** The text is matched with every node, so this renders only if there is a text. */
function WithText(props: NodeFilterChipsProps) {
  const { placed, isTable, source, view } = props;
  const { t } = useTranslation();
  const typed = useMemo(() => parseFilter(view.query), [view.query]);
  const has = useCallback(({ record }: GridNode) => typed.keeps(nodeFilterable(record)), [typed]);
  const kept = useComputed(
    source,
    useMemo(() => filterRows(has), [has]),
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
