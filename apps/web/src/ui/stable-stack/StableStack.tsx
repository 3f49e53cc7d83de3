import { type ReactNode, useRef } from "react";
import css from "./steady.module.css";
import { useStableStack } from "./use-stable-stack.ts";

/** Parts of a page in a column, which slide when one above them grows. Rule: existing parts do not jump. */
export function StableStack({ children, className }: { readonly children: ReactNode; readonly className?: string | undefined }) {
  const column = useRef<HTMLDivElement>(null);
  useStableStack(column);
  return (
    <div ref={column} className={className === undefined ? css.column : `${css.column} ${className}`}>
      {children}
    </div>
  );
}
