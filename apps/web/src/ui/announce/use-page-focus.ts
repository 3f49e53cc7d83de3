import { useEffect, useLayoutEffect, useRef } from "react";
import { hrefOf } from "../../data/url/navigation.ts";
import type { View } from "../../data/url/url.ts";

/** Returns a view without its selected node and its drawer. Filters and sizes are in the query, which `pathOf`
 *  removes. */
function pageOf(view: View): View {
  switch (view.page) {
    case "daemonSet":
      return { ...view, node: undefined, drawer: undefined };
    default:
      return view;
  }
}

const pathOf = (view: View): string => hrefOf(pageOf(view)).split("?")[0] ?? "";

const nameOf = (view: View): string =>
  view.page === "daemonSet"
    ? `${view.namespace}/${view.name}`
    : view.page === "pod"
      ? `pod ${view.namespace}/${view.name}`
      : view.page === "node"
        ? `node ${view.name}`
        : view.page;

const sectionOf = (view: View): string => ("section" in view ? (view.section ?? "overview") : "");

/** Reports whether no element has the focus. */
const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Focuses the heading of the page, which names its content. Returns false while there is no heading. */
function focusHeading(preventScroll = true): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll });
  return heading !== null;
}

/** Focuses the link to a path, else the heading. Returns true once one of them has the focus. */
function focusPage(path: string): boolean {
  const link = [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
    (each) => each.getAttribute("href")?.split("?")[0] === path,
  );
  link?.focus();
  return link !== undefined || focusHeading();
}

function focusTab(): boolean {
  const tab = document.querySelector<HTMLElement>("[data-section-tabs] a[aria-current]");
  tab?.focus({ preventScroll: true });
  return tab !== null;
}

/** Restores the focus when another page replaces the current one. Going back focuses the link that led away,
 *  otherwise the heading gets the focus. If only the section changes, the tab gets it. Applies only if the focused
 *  element is gone, and never on the first page. Waits for a page that still loads. */
export function usePageFocus(view: View): void {
  const before = useRef<{ readonly path: string; readonly name: string; readonly section: string }>(undefined);
  const path = pathOf(view);
  const name = nameOf(view);
  const section = sectionOf(view);
  useEffect(() => {
    const previous = before.current;
    before.current = { path, name, section };
    if (previous === undefined || !isLost()) return;
    const isSamePage = previous.name === name;
    if (isSamePage && previous.section === section) return;
    const focus = () => (isSamePage ? focusTab() : focusPage(previous.path));
    return focusWhenMounted(focus);
  }, [path, name, section]);
}

/** Retries with each change of the document until an element has the focus. Returns the function that stops it. */
function focusWhenMounted(focus: () => boolean): (() => void) | undefined {
  if (focus()) return undefined;
  const observer = new MutationObserver(() => {
    if (!isLost() || focus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Focuses the heading of a page that may still load, once the heading exists. */
export const focusHeadingWhenMounted = (): void => void focusWhenMounted(() => focusHeading());

/** Passes the focus from the heading of a placeholder to the heading of the page that replaces it. */
export function useFocusHandoff(): void {
  useLayoutEffect(() => {
    return () => {
      const heading = document.querySelector("main h1");
      if (heading === null || heading !== document.activeElement) return;
      // The heading is removed in this commit.
      queueMicrotask(() => void focusWhenMounted(() => document.querySelector("main h1") !== heading && focusHeading()));
    };
  }, []);
}
