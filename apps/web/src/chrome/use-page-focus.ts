import { useEffect, useRef } from "react";
import { hrefOf } from "../navigation.ts";
import type { View } from "../url.ts";

/** What makes a page another one, for whoever hears it: not its filters, sizes and drawers. */
function pageOf(view: View): View {
  switch (view.page) {
    case "daemonSet":
      return { ...view, node: undefined };
    default:
      return view;
  }
}

const nameOf = (view: View): string =>
  view.page === "daemonSet" ? `${view.namespace}/${view.name}` : view.page === "node" ? `node ${view.name}` : view.page;

/** Keeps the focus where the person is when a page takes the place of another: on the link that led away when they come back, else on the heading. Only where what had
 *  the focus is gone; never at the first page. */
export function usePageFocus(view: View): void {
  const before = useRef<{ readonly name: string; readonly view: View } | undefined>(undefined);
  const name = nameOf(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter that changes is not another page
  useEffect(() => {
    const left = before.current;
    before.current = { name, view };
    const focused = document.activeElement;
    if (left === undefined || left.name === name || (focused !== null && focused !== document.body)) return;
    const path = hrefOf(pageOf(left.view)).split("?")[0] ?? "";
    const link = [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
      (each) => each.getAttribute("href")?.split("?")[0] === path,
    );
    const heading = document.querySelector<HTMLElement>("main h1");
    if (link === undefined) heading?.setAttribute("tabindex", "-1");
    (link ?? heading)?.focus({ preventScroll: link === undefined });
  }, [name]);
}
