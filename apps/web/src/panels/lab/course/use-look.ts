import { useEffect } from "react";

const EVERY_MS = 250;
const ROWS = "tr, [role=row], li";

/** Returns the row of the page with a link to an object. */
function rowOf(path: string): Element | undefined {
  const link = [...document.querySelectorAll("main a[href]")].find((each) => each.getAttribute("href")?.includes(`/${path}`));
  return link?.closest(ROWS) ?? link;
}

/** Highlights the row of an object while it is on the page. The page may render the row again, so it is searched
 *  repeatedly. */
export function useLook(path: string | undefined): void {
  useEffect(() => {
    if (path === undefined) return;
    let last: Element | undefined;
    const look = () => {
      const row = rowOf(path);
      if (row === last) return;
      last?.removeAttribute("data-look");
      row?.setAttribute("data-look", "");
      row?.scrollIntoView({ block: "nearest" });
      last = row;
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => {
      clearInterval(timer);
      last?.removeAttribute("data-look");
    };
  }, [path]);
}
