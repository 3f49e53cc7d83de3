import { useEffect } from "react";

const TYPING = "input, textarea, select, [contenteditable]";
/** What does something of its own with Space. */
const PRESSED = `${TYPING}, button, a, summary, [role=grid], [role=slider]`;

export interface LabKeys {
  /** Space. */
  readonly onToggle: () => void;
  /** `.` */
  readonly onStep: () => void;
  /** `,` */
  readonly onBack: () => void;
  /** `L` */
  readonly onOpen: () => void;
}

/** As typed, also on a Chinese keyboard. */
const KEYS: Readonly<Record<string, keyof LabKeys>> = {
  " ": "onToggle",
  ".": "onStep",
  "。": "onStep",
  ",": "onBack",
  "，": "onBack",
  L: "onOpen",
};

/** The keys of the lab; nothing while somebody types. */
export function useLabKeys(keys: LabKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const key = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
      const at = event.target instanceof Element ? event.target : undefined;
      if (key === undefined || at?.closest(key === "onToggle" ? PRESSED : TYPING)) return;
      keys[key]();
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [keys]);
}
