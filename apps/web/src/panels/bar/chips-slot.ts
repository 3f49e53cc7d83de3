import { useSyncExternalStore } from "react";

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Sets the box of the crumbs for the chips of filters; null while no page has one. */
export function setChipsSlot(element: HTMLElement | null): void {
  slot = element;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the box in which a page shows its filters, above its headline. */
export const useChipsSlot = (): HTMLElement | null => useSyncExternalStore(subscribe, () => slot);
