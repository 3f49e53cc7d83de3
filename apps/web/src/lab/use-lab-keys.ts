import { useEffect } from "react";

const TYPING = "input, textarea, select, [contenteditable]";
/** What does something of its own with Space. */
const PRESSED = `${TYPING}, button, a, summary, [role=grid], [role=slider]`;

/** Space plays and pauses, `.` goes to the next step, also on a Chinese keyboard; nothing while somebody types. */
export function useLabKeys(onToggle: () => void, onStep: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const at = event.target instanceof Element ? event.target : undefined;
      if (event.key === " " && !at?.closest(PRESSED)) onToggle();
      else if ((event.key === "." || event.key === "。") && !at?.closest(TYPING)) onStep();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [onToggle, onStep]);
}
