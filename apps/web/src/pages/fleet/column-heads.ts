import css from "./fleet.module.css";
/** A column head as kubectl writes it, in every language; `says` is the key of its explanation. */
export interface ColumnHead {
  readonly head: string;
  readonly says?: "desired" | "current" | "ready" | "updated" | "available" | "misscheduled" | "nodeSelector" | "age" | "budget" | "rate";
  readonly className?: string | undefined;
}

/** kubectl's columns in kubectl's order, then Daemonscope's. */
export const COLUMN_HEADS: readonly ColumnHead[] = [
  { head: "NAMESPACE" },
  { head: "NAME" },
  { head: "DESIRED", says: "desired", className: css.right },
  { head: "CURRENT", says: "current", className: css.right },
  { head: "READY", says: "ready", className: css.right },
  { head: "UP-TO-DATE", says: "updated", className: css.right },
  { head: "AVAILABLE", says: "available", className: css.right },
  { head: "MISSCHED.", says: "misscheduled", className: `${css.right} ${css.misscheduled}` },
  { head: "NODE SELECTOR", says: "nodeSelector", className: css.selector },
  { head: "AGE", says: "age", className: css.right },
  { head: "BUDGET", says: "budget", className: css.budget },
  { head: "RATE", says: "rate", className: `${css.right} ${css.rate}` },
];
