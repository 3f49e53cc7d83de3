import { useEffect, useLayoutEffect, useRef } from "react";
import { hrefOf } from "../address/navigation.ts";
import type { View } from "../address/url.ts";

/** What makes a page another one, for whoever hears it: not its filters, sizes and drawers. */
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

/** Nothing has the focus. */
const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Focuses the heading of the page, which says what is looked at. False while there is none. */
function focusHeading(preventScroll = true): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll });
  return heading !== null;
}

/** True once something was focused. */
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

/** Keeps the focus where the person is when a page takes the place of another: on the link that led away when they come back, else on the heading; on the tab when
 *  only the section is another. Only where what had the focus is gone; never at the first page. A page whose file is still to come is waited for. */
export function usePageFocus(view: View): void {
  const before = useRef<{ readonly path: string; readonly name: string; readonly section: string }>(undefined);
  const path = pathOf(view);
  const name = nameOf(view);
  const section = sectionOf(view);
  useEffect(() => {
    const left = before.current;
    before.current = { path, name, section };
    if (left === undefined || !isLost()) return;
    const isSamePage = left.name === name;
    if (isSamePage && left.section === section) return;
    const focus = () => (isSamePage ? focusTab() : focusPage(left.path));
    return focusOnceThere(focus);
  }, [path, name, section]);
}

/** Tries again with each change of the page until somebody has the focus; gives what ends that. */
function focusOnceThere(focus: () => boolean): (() => void) | undefined {
  if (focus()) return undefined;
  const observer = new MutationObserver(() => {
    if (!isLost() || focus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The same for a page that may still be coming: nothing has the focus until its heading has. */
export const focusHeadingOnceThere = (): void => void focusOnceThere(() => focusHeading());

/** Hands the focus that the heading of a page has on to the heading of the one that takes its place: for what stands there until the page comes. */
export function useFocusHandedOn(): void {
  useLayoutEffect(() => {
    return () => {
      const heading = document.querySelector("main h1");
      if (heading === null || heading !== document.activeElement) return;
      // It goes with this change of the page.
      queueMicrotask(() => void focusOnceThere(() => document.querySelector("main h1") !== heading && focusHeading()));
    };
  }, []);
}
