import { useSyncExternalStore } from "react";

const isReduced = () => document.documentElement.dataset.motion === "reduce";

function subscribe(listener: () => void): () => void {
  const attributes = new MutationObserver(listener);
  attributes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-motion"] });
  return () => attributes.disconnect();
}

/** True when the person asked the system, or this page, for less motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, isReduced);
}
