import type { ReactNode } from "react";
import { GRID_SIZE_WORDS, GRID_SIZES, type GridSize, NAMES_UP_TO } from "./grid-size.ts";
import { type Grouping, groupingWords } from "./grouping.ts";

interface GridToolsProps {
  readonly nodes: number;
  readonly grouping: Grouping;
  readonly groupings: readonly Grouping[];
  readonly size: GridSize;
  readonly onGrouping: (grouping: Grouping) => void;
  readonly onSize: (size: GridSize) => void;
  readonly children: ReactNode;
}

/** What the grid is grouped by and how large it is shown; `children` stand between. */
export function GridTools({ nodes, grouping, groupings, size, onGrouping, onSize, children }: GridToolsProps) {
  return (
    <div className="sect tools">
      <h2>{nodes.toLocaleString("en-US")} nodes</h2>
      <label className="by">
        <span className="i3">by</span>
        <select className="btn" value={grouping} onChange={(event) => onGrouping(event.target.value)}>
          {[...new Set([grouping, ...groupings])].map((each) => (
            <option key={each} value={each}>
              {groupingWords(each)}
            </option>
          ))}
        </select>
      </label>
      {children}
      <span className="grow" />
      <fieldset className="seg" aria-label="Size of the grid">
        {GRID_SIZES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === size}
            className={each === size ? "on" : undefined}
            disabled={each === "names" && nodes > NAMES_UP_TO}
            title={each === "names" && nodes > NAMES_UP_TO ? `Names fit up to ${NAMES_UP_TO} nodes: use the table` : undefined}
            onClick={() => onSize(each)}
          >
            {GRID_SIZE_WORDS[each]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
