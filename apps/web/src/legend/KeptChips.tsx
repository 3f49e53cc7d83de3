import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Source, useDerived } from "../cluster/derived.ts";
import { nodeFilterable } from "../filter/filterables.ts";
import type { Filter } from "../filter/parse-filter.ts";
import type { Translate } from "../i18n/translator.ts";
import { groupWords } from "../rows/grouping-words.ts";
import { keeping } from "../rows/kept-rows.ts";
import type { GridNode, NodeCells } from "../rows/node-cells.ts";
import type { PlacedNodes } from "../rows/placed-nodes.ts";
import { KeptChip } from "./KeptChip.tsx";

interface KeptChipsProps {
  readonly placed: PlacedNodes;
  /** In a table what is not kept is not there; on the map it is dim. */
  readonly isTable: boolean;
  readonly source: Source<NodeCells>;
  readonly only: string | undefined;
  readonly query: string;
  readonly typed: Filter;
  readonly onAll: () => void;
  readonly onAnyText: () => void;
}

/** What becomes of the nodes that a filter does not keep: `of 48 in gpu, 39 dimmed`. */
const chipWords = (t: Translate, kept: string, all: number, count: number, isTable: boolean): string =>
  [t("grid.keptOf", { all, kept }), ...(all === count ? [] : [t(isTable ? "grid.leftOut" : "grid.dimmed", { count: all - count })])].join(
    t("grid.comma"),
  );

/** That only a group, or what has a text, is kept: how many nodes these are, and why the others are dim. A press takes the filter away. */
export function KeptChips({ placed, isTable, source, only, query, typed, onAll, onAnyText }: KeptChipsProps) {
  const { t } = useTranslation();
  const all = placed.groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const inGroup = placed.groups.find(({ name }) => name === only)?.rows.length ?? 0;
  return (
    <>
      {only !== undefined && (
        <KeptChip
          count={inGroup}
          words={chipWords(t, t("grid.inGroup", { name: groupWords(only, t) }), all, inGroup, isTable)}
          title={t("grid.showAll")}
          onPress={onAll}
        />
      )}
      {query !== "" && <TextChip all={all} isTable={isTable} source={source} query={query} typed={typed} onPress={onAnyText} />}
    </>
  );
}

interface TextChipProps extends Pick<KeptChipsProps, "source" | "query" | "typed" | "isTable"> {
  readonly all: number;
  readonly onPress: () => void;
}

function TextChip({ all, isTable, source, query, typed, onPress }: TextChipProps) {
  const { t } = useTranslation();
  const has = useCallback(({ record }: GridNode) => typed.keeps(nodeFilterable(record)), [typed]);
  const kept = useDerived(
    source,
    useMemo(() => keeping(has), [has]),
  );
  const count = kept?.count ?? 0;
  const words = chipWords(t, t("grid.withText", { text: query }), all, count, isTable);
  return <KeptChip count={count} words={words} title={t("grid.showAll")} onPress={onPress} />;
}
