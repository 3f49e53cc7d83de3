import { useEffect } from "react";

/** Shows a clock on the icon of the tab while its page shows the history. */
export function useFavicon(isPast: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = isPast ? "./favicon-past.svg" : "./favicon.svg";
  }, [isPast]);
}
