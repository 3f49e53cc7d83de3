import { useState } from "react";
import { inOrder, type Matrix, type Order, orderOf } from "./matrix.ts";

/** What is read keeps its place for so long, however the worst changes. */
const KEPT_MS = 10_000;

interface Kept {
  readonly order: Order;
  readonly sinceMs: number;
}

const isSame = (a: Order, b: Order): boolean => a.clusters.join(" ") === b.clusters.join(" ") && a.rows.join(" ") === b.rows.join(" ");

/** The matrix with its rows and columns where they stood: they are put worst first again once an order has been there for a while. */
export function useOrder(matrix: Matrix | undefined, nowMs: number): Matrix | undefined {
  const [kept, setKept] = useState<Kept | undefined>(undefined);
  if (matrix === undefined) return undefined;
  const wanted = orderOf(matrix);
  if (kept === undefined || (!isSame(kept.order, wanted) && nowMs - kept.sinceMs >= KEPT_MS)) {
    setKept({ order: wanted, sinceMs: nowMs });
    return matrix;
  }
  return inOrder(matrix, kept.order);
}
