import { useSyncExternalStore } from "react";

const isReduced = () => document.documentElement.dataset.motion === "reduce";

function subscribe(listener: () => void): () => void {
  const attributes = new MutationObserver(listener);
  attributes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-motion"] });
  return () => attributes.disconnect();
}

/** Returns true if the system or this page is set to reduced motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, isReduced);
}
