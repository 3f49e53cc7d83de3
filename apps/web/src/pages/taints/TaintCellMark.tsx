import { isKeptOut } from "@daemonscope/daemonset/placement/taints/taint-effect-on-pods";
import type { TaintCell } from "@daemonscope/daemonset/placement/taints/taint-matrix";
import { type CellStyle, plainCellStyle } from "../../data/cell/cell-style.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { countText } from "../../words/format/figures.ts";
import { misscheduledIn } from "./select-taints.ts";
import css from "./taints.module.css";

export const EXCLUDED_STYLE = plainCellStyle("excluded", { taint: "NoSchedule" });
export const EVICTED_STYLE = plainCellStyle("excluded", { taint: "NoExecute" });
export const KEPT_STYLE = plainCellStyle("misscheduled");
/** A pod on a node that is NotReady or ends. */
const EXCUSED_STYLE = plainCellStyle("available", { nodeUnready: true });

type ToleratedKind = "template" | "controller" | "everything";

/** Mark of a tolerated taint: a tick if the template tolerates it, a ringed tick for the controller, an asterisk for a
 *  toleration of everything. */
export function ToleratedMark({ kind }: { readonly kind: ToleratedKind }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" className={css.mark}>
      {kind === "template" ? <path d="m2.5 7.5 3 3 6-7" stroke="var(--ink)" strokeWidth="1.75" /> : null}
      {kind === "controller" ? (
        <>
          <circle cx="7" cy="7" r="6" stroke="var(--line-3)" />
          <path d="m4 7.2 2.2 2.2L10 5" stroke="var(--ink-2)" strokeWidth="1.5" />
        </>
      ) : null}
      {kind === "everything" ? <path d="M7 2.5v9M3.1 4.75l7.8 4.5M10.9 4.75l-7.8 4.5" stroke="var(--ink-3)" strokeWidth="1.5" /> : null}
    </svg>
  );
}

function Counted({ look, count }: { readonly look: CellStyle; readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={css.counted}>
      <CellSwatch look={look} size={14} />
      <b>{countText(count)}</b>
    </span>
  );
}

/** Mark of a cell of the matrix: decoration for the sentence of the cell. */
export function TaintCellMark({ cell }: { readonly cell: TaintCell | null }) {
  if (cell === null) return null;
  const { answer } = cell;
  if (answer === "ignored") return <span className={css.dot} />;
  if (!isKeptOut(answer)) return <ToleratedMark kind={answer} />;
  return (
    <>
      <Counted look={KEPT_STYLE} count={misscheduledIn(cell)} />
      <Counted look={EXCUSED_STYLE} count={cell.excused} />
      <Counted look={answer === "evicts" ? EVICTED_STYLE : EXCLUDED_STYLE} count={cell.wants - cell.kept} />
    </>
  );
}
