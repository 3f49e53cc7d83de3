import type { DaemonSetView, NodesView } from "../../data/url/url.ts";
import type { Translate } from "../../words/i18n/translator.ts";

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
