import { type ReactNode, useRef } from "react";
import css from "./steady.module.css";
import { useSteadyColumn } from "./use-steady-column.ts";

/** Parts of a page, one under the other, that slide where one above them grows. Rule: what was there does not jump. */
export function Steady({ children, className }: { readonly children: ReactNode; readonly className?: string | undefined }) {
  const column = useRef<HTMLDivElement>(null);
  useSteadyColumn(column);
  return (
    <div ref={column} className={className === undefined ? css.column : `${css.column} ${className}`}>
      {children}
    </div>
  );
}
