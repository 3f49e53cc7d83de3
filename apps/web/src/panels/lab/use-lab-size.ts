import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useCommand } from "../../ui/keys/use-command.ts";

/** `full` is for small pages, where half of the height is too little. */
type LabSize = "closed" | "half" | "full";

/** Returns the size of the lab, which its button and its key change. The key also moves the focus into the lab. When
 *  the lab closes, its button gets the focus. */
export function useLabSize(bar: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<LabSize>("closed");
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = size !== "closed";
  const open = useCallback(() => {
    setWasOpen(true);
    setSize((before) => (before === "closed" ? "half" : before));
  }, []);
  const close = useCallback(() => {
    setSize("closed");
    button.current?.focus();
  }, [button]);
  const shouldFocusLab = useRef(false);
  useEffect(() => {
    if (isOpen && shouldFocusLab.current) bar.current?.querySelector<HTMLElement>("[data-lab-panel] select")?.focus();
    shouldFocusLab.current = false;
  }, [isOpen, bar]);
  useCommand("lab", () => {
    shouldFocusLab.current = !isOpen;
    if (isOpen) close();
    else open();
  });
  return { size, setSize, isOpen, wasOpen, open, close };
}
