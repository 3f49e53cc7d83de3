import { Signal } from "@daemonscope/kube/base/signal";
import { MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { useSyncExternalStore } from "react";
import { baseUrl } from "./base-url.ts";
import { readMoment, type SidePanelKind, type UrlMoment, withMoment, withSidePanel } from "./moment.ts";
import { formatView, parseView, type View } from "./url.ts";

const changed = new Signal();
let current: { readonly href: string; readonly view: View } | undefined;

const FORMER_PATH = /^\/(?:taints|labels)\/?$/;

const basePath = (): string => baseUrl().pathname;

/** Parameters that belong to the page and stay when the view changes. */
const CARRIED = ["kiosk", "lang", "story", "seed", "lesson", MOMENT_PARAMETER, "compare"] as const;

function carriedQuery(): string {
  // Each of many links asks, and parsing is slow.
  if (location.search === "") return "";
  const here = new URLSearchParams(location.search);
  const kept = new URLSearchParams(CARRIED.flatMap((key) => here.getAll(key).map((value) => [key, value])));
  // Encodes the colon as withMoment does.
  return kept.toString().replaceAll("%3A", ":");
}

function readView(): View {
  const { href, pathname, search } = location;
  if (current?.href !== href) {
    const path = pathname.startsWith(basePath()) ? `/${pathname.slice(basePath().length)}` : pathname;
    const view = parseView(path, search);
    // A former address of a page becomes its address.
    if (FORMER_PATH.test(path)) history.replaceState(history.state, "", hrefOf(view));
    current = { href: location.href, view };
  }
  return current.view;
}

function subscribe(listener: () => void): () => void {
  if (!changed.hasListeners) addEventListener("popstate", changed.emit);
  const unsubscribe = changed.subscribe(listener);
  return () => {
    unsubscribe();
    if (!changed.hasListeners) removeEventListener("popstate", changed.emit);
  };
}

export function useView(): View {
  return useSyncExternalStore(subscribe, readView);
}

export function hrefOf(view: View): string {
  const link = basePath() + formatView(view);
  const rest = carriedQuery();
  return rest === "" ? link : `${link}${link.includes("?") ? "&" : "?"}${rest}`;
}

/** Returns the link to a view at a moment. */
export const hrefAt = (view: View, atMs: number): string => withMoment(new URL(hrefOf(view), location.href).href, atMs);

/**
 * Opens a view without loading the page. `replace` overwrites the history entry, for a change that is not a new view.
 */
export function navigate(
  view: View,
  { replace = false, href = hrefOf(view) }: { readonly replace?: boolean; readonly href?: string } = {},
): void {
  if (replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  changed.emit();
}

let moment: { readonly search: string; readonly value: UrlMoment } | undefined;

function readMomentHere(): UrlMoment {
  const { search } = location;
  if (moment?.search !== search) moment = { search, value: readMoment(search) };
  return moment.value;
}

/** The moment that the address asks for. */
export const urlMoment = readMomentHere;
export const useUrlMoment = (): UrlMoment => useSyncExternalStore(subscribe, readMomentHere);

/** Opens the same view at a moment. Undefined means live. */
export function goToMoment(atMs: number | undefined, { replace = false }: { readonly replace?: boolean } = {}): void {
  const href = withMoment(location.href, atMs);
  if (href === location.href) return;
  if (replace) history.replaceState(history.state, "", href);
  else history.pushState(null, "", href);
  changed.emit();
}

/** The value of a side panel in the address. A string, because useSyncExternalStore compares by identity. */
export const useSidePanel = (aside: SidePanelKind): string | undefined =>
  useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(aside) ?? undefined);

/** Opens a side panel and closes the other one. Undefined closes it; a number is a moment. */
export function openSidePanel(aside: SidePanelKind, value: number | string | undefined): void {
  history.pushState(null, "", withSidePanel(location.href, aside, value));
  changed.emit();
}

/** Reports whether the page is a wallboard (`?kiosk=1`): it shows no controls and no overlays. */
export const useKiosk = (): boolean =>
  useSyncExternalStore(subscribe, () => {
    const value = new URLSearchParams(location.search).get("kiosk");
    return value !== null && value !== "0" && value !== "false";
  });
