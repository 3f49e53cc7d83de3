/** A column head as kubectl writes it, in every language; `says` is the key of what it means. */
export interface ColumnHead {
  readonly head: string;
  readonly says?: "desired" | "current" | "ready" | "updated" | "available" | "misscheduled" | "nodeSelector" | "age" | "budget" | "rate";
  readonly className?: string;
}

/** kubectl's columns in kubectl's order, then ours. */
export const COLUMN_HEADS: readonly ColumnHead[] = [
  { head: "NAMESPACE" },
  { head: "NAME" },
  { head: "DESIRED", says: "desired", className: "r" },
  { head: "CURRENT", says: "current", className: "r" },
  { head: "READY", says: "ready", className: "r" },
  { head: "UP-TO-DATE", says: "updated", className: "r" },
  { head: "AVAILABLE", says: "available", className: "r" },
  { head: "MISSCHED.", says: "misscheduled", className: "r mis" },
  { head: "NODE SELECTOR", says: "nodeSelector", className: "sel" },
  { head: "AGE", says: "age", className: "r" },
  { head: "BUDGET", says: "budget", className: "bud" },
  { head: "RATE", says: "rate", className: "r rate" },
];
