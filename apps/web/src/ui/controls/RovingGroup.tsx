import type { ReactNode } from "react";
import { rovingTabIndex } from "./roving-tab-index.ts";

interface RovingProps {
  readonly className?: string | undefined;
  /** Set if the members take part in the layout of the parent box, as if this box did not exist. */
  readonly isInLine?: boolean;
  readonly children: ReactNode;
}

/** Buttons and links that share one tab stop. */
export function RovingGroup({ className, isInLine = false, children }: RovingProps) {
  return (
    <div {...rovingTabIndex} className={className} style={isInLine ? { display: "contents" } : undefined}>
      {children}
    </div>
  );
}
