import type { ModelSource } from "../records/records.ts";
import { CELL_FLAGS, type CellByte } from "./cell.ts";

/** A cell without what could not be read (rule C13): none is old where revisions are unread. Where pods are, there is no such cell (model/unread-pair.ts). */
export function cellAsKnown(cell: CellByte, unread: ReadonlySet<ModelSource>): CellByte {
  return unread.has("controllerrevisions") ? cell & ~(CELL_FLAGS.oldRevision | CELL_FLAGS.twoPods) : cell;
}
