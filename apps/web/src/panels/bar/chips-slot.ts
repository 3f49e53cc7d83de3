import { Signal } from "@daemonscope/kube/base/signal";
import { useSyncExternalStore } from "react";

let slot: HTMLElement | null = null;
const changed = new Signal();

/** Sets the box of the crumbs for the chips of filters; null while no page has one. */
export function setChipsSlot(element: HTMLElement | null): void {
  slot = element;
  changed.emit();
}

/** Returns the box in which a page shows its filters, above its headline. */
export const useChipsSlot = (): HTMLElement | null => useSyncExternalStore(changed.subscribe, () => slot);
