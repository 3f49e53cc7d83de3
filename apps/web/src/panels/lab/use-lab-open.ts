import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useCommand } from "../../ui/keys/use-command.ts";

/** Returns whether the simulator is open, which its button and its key change. The key also moves the focus into the
 *  panel. When the panel closes, its button gets the focus. */
export function useLabOpen(panel: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, [button]);
  const shouldFocusPanel = useRef(false);
  useEffect(() => {
    if (isOpen && shouldFocusPanel.current) panel.current?.querySelector<HTMLElement>("select")?.focus();
    shouldFocusPanel.current = false;
  }, [isOpen, panel]);
  useCommand("lab", () => {
    shouldFocusPanel.current = !isOpen;
    if (isOpen) close();
    else open();
  });
  return { isOpen, open, close };
}
