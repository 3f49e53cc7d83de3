import type { ReactNode } from "react";
import { roving } from "./roving.ts";

interface RovingProps {
  readonly className?: string | undefined;
  /** Its members lie in the box around it, as if it were not there. */
  readonly isInLine?: boolean;
  readonly children: ReactNode;
}

/** Buttons and links that are one stop of Tab together. */
export function Roving({ className, isInLine = false, children }: RovingProps) {
  return (
    <div {...roving} className={className} style={isInLine ? { display: "contents" } : undefined}>
      {children}
    </div>
  );
}
