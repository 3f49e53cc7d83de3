import { useCallback, useSyncExternalStore } from "react";

/** As narrow as a phone that is held upright. */
export const PHONE = "(max-width: 480px)";

/** Whether the page is as a media query asks. */
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
