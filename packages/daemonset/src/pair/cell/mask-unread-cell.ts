import type { ModelSource } from "../../records/records.ts";
import { CELL_FLAGS, type CellByte } from "./cell.ts";

/** Returns a cell without unread facts (rule C13): if revisions are unread, no cell is old or has two pods. If pods
 *  are unread, no such cell exists (model/unknown-pair.ts). */
export function maskUnreadCell(cell: CellByte, unread: ReadonlySet<ModelSource>): CellByte {
  return unread.has("controllerrevisions") ? cell & ~(CELL_FLAGS.oldRevision | CELL_FLAGS.twoPods) : cell;
}
