import { type RefObject, useEffect } from "react";

/** Closes a list when the user presses outside its box. */
export function useCloseOutside(box: RefObject<HTMLElement | null>, isOpen: boolean, setOpen: (isOpen: false) => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false);
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, [box, isOpen, setOpen]);
}
