import { useEffect } from "react";

/** A clock on the icon of the tab while its page is of the past. */
export function useFavicon(isPast: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = isPast ? "./favicon-past.svg" : "./favicon.svg";
  }, [isPast]);
}
