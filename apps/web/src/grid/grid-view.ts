import type { Grouping } from "../rows/grouping.ts";
import type { LegendFilter } from "../rows/legend-counts.ts";
import type { GridSize } from "./grid-size.ts";

/** What is looked at of a grid; all of it is in the URL. */
export interface GridView {
  readonly grouping: Grouping;
  /** The group that is kept; undefined for all. */
  readonly only: string | undefined;
  /** What the cells show, and the band of it that is kept. */
  readonly lens: string;
  readonly band: string | undefined;
  /** Keys of the labels under names, with commas between; undefined for those that the DaemonSet selects by. */
  readonly labels: string | undefined;
  readonly size: GridSize | undefined;
  readonly filter: LegendFilter | undefined;
  /** Text that a node's name, labels or taints must contain. */
  readonly query: string;
  readonly selected: string | undefined;
}
