import { useState } from "react";
import { type Matrix, type Order, orderOf, sortMatrix } from "../../../data/clusters/matrix.ts";

/** An order is kept for this time, even if the ranks change, so that a user can read the rows. */
const KEPT_MS = 10_000;

interface Kept {
  readonly order: Order;
  readonly sinceMs: number;
}

const isSame = (a: Order, b: Order): boolean => a.clusters.join(" ") === b.clusters.join(" ") && a.rows.join(" ") === b.rows.join(" ");

/** Returns the matrix in its kept order. An order older than `KEPT_MS` is replaced by worst first. */
export function useOrder(matrix: Matrix | undefined, nowMs: number): Matrix | undefined {
  const [kept, setKept] = useState<Kept | undefined>(undefined);
  if (matrix === undefined) return undefined;
  const wanted = orderOf(matrix);
  if (kept === undefined || (!isSame(kept.order, wanted) && nowMs - kept.sinceMs >= KEPT_MS)) {
    setKept({ order: wanted, sinceMs: nowMs });
    return matrix;
  }
  return sortMatrix(matrix, kept.order);
}
