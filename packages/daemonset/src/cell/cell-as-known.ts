import type { ModelSource } from "../model/records.ts";
import type { Verdict } from "../placement/placement.ts";
import { CELL_FLAGS, type CellByte, cellByte } from "./cell.ts";

/** A cell without what could not be read (rule C13): no pod is missing where pods are unread, none is old where revisions are. */
export function cellAsKnown(cell: CellByte, verdict: Verdict, nodeUnready: boolean, unread: ReadonlySet<ModelSource>): CellByte {
  if (unread.has("pods")) {
    if (verdict === "exclude") return cell;
    return cellByte({ state: "unknown", oldRevision: false, terminating: false, twoPods: false, nodeUnready });
  }
  return unread.has("controllerrevisions") ? cell & ~(CELL_FLAGS.oldRevision | CELL_FLAGS.twoPods) : cell;
}
