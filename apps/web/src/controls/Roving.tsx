import type { ReactNode } from "react";
import { roving } from "./roving.ts";

interface RovingProps {
  readonly className?: string | undefined;
  /** Its members take part in the layout of the parent box, as if this box did not exist. */
  readonly isInLine?: boolean;
  readonly children: ReactNode;
}

/** Buttons and links that share one tab stop. */
export function Roving({ className, isInLine = false, children }: RovingProps) {
  return (
    <div {...roving} className={className} style={isInLine ? { display: "contents" } : undefined}>
      {children}
    </div>
  );
}
