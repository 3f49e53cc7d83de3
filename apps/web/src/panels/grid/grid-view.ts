import type { Grouping } from "../../data/rows/grouping.ts";
import type { LegendFilter } from "../../data/rows/legend-counts.ts";
import type { GridSize } from "../../draw/grid/layout/grid-size.ts";

/** View settings of a grid; all of them are in the URL. */
export interface GridView {
  readonly grouping: Grouping;
  /** The group that the filter keeps; undefined for all. */
  readonly only: string | undefined;
  /** The lens of the cells, and the band that the filter keeps. */
  readonly lens: string;
  readonly band: string | undefined;
  /** Keys of the labels under names, separated by commas; undefined for those that the DaemonSet selects by. */
  readonly labels: string | undefined;
  readonly size: GridSize | undefined;
  readonly filter: LegendFilter | undefined;
  /** Text that a node's name, labels or taints must contain. */
  readonly query: string;
  readonly selected: string | undefined;
}
