import { useCallback, useSyncExternalStore } from "react";

/** The width of a phone in portrait orientation, or less. */
export const PHONE = "(max-width: 480px)";

/** Reports whether a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
