import css from "./fleet.module.css";
/** A column head in the style of kubectl, in every language; `titleKey` is the key of its explanation. */
export interface ColumnHead {
  readonly head: string;
  readonly titleKey?:
    | "desired"
    | "current"
    | "ready"
    | "updated"
    | "available"
    | "misscheduled"
    | "nodeSelector"
    | "age"
    | "budget"
    | "rate";
  readonly className?: string | undefined;
}

/** kubectl's columns in kubectl's order, then Daemonscope's. MISSCHED. is Daemonscope's too, and follows the other
 *  counts. */
export const COLUMN_HEADS: readonly ColumnHead[] = [
  { head: "NAMESPACE" },
  { head: "NAME" },
  { head: "DESIRED", titleKey: "desired", className: css.right },
  { head: "CURRENT", titleKey: "current", className: css.right },
  { head: "READY", titleKey: "ready", className: css.right },
  { head: "UP-TO-DATE", titleKey: "updated", className: css.right },
  { head: "AVAILABLE", titleKey: "available", className: css.right },
  { head: "MISSCHED.", titleKey: "misscheduled", className: `${css.right} ${css.misscheduled}` },
  { head: "NODE SELECTOR", titleKey: "nodeSelector", className: css.selector },
  { head: "AGE", titleKey: "age", className: css.right },
  { head: "BUDGET", titleKey: "budget", className: css.budget },
  { head: "RATE", titleKey: "rate", className: `${css.right} ${css.rate}` },
];
