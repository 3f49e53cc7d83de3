import { useSyncExternalStore } from "react";
import { baseUrl } from "./base-url.ts";
import { formatView, parseView, type View } from "./url.ts";

const listeners = new Set<() => void>();
let current: { readonly href: string; readonly view: View } | undefined;

const basePath = (): string => baseUrl().pathname;

/** Parts of the address that are about the page as such, and stay while one goes from view to view. */
const CARRIED = ["kiosk", "lang", "story", "seed"] as const;

function carried(): string {
  const here = new URLSearchParams(location.search);
  const kept = new URLSearchParams(CARRIED.flatMap((key) => here.getAll(key).map((value) => [key, value])));
  return kept.toString();
}

function read(): View {
  const { href, pathname, search } = location;
  if (current?.href !== href) {
    current = { href, view: parseView(pathname.startsWith(basePath()) ? `/${pathname.slice(basePath().length)}` : pathname, search) };
  }
  return current.view;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("popstate", announce);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("popstate", announce);
  };
}

function announce(): void {
  for (const listener of listeners) listener();
}

export function useView(): View {
  return useSyncExternalStore(subscribe, read);
}

export function hrefOf(view: View): string {
  const link = basePath() + formatView(view);
  const rest = carried();
  return rest === "" ? link : `${link}${link.includes("?") ? "&" : "?"}${rest}`;
}

/** Goes to a view without loading the page; `replace` keeps the place in the history, for what is changed rather than opened. */
export function navigate(view: View, { replace = false }: { readonly replace?: boolean } = {}): void {
  const href = hrefOf(view);
  if (replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  announce();
}

/** A screen on a wall: nothing to press, nothing that covers. Said in the address, `?kiosk=1`. */
export const useKiosk = (): boolean =>
  useSyncExternalStore(subscribe, () => {
    const value = new URLSearchParams(location.search).get("kiosk");
    return value !== null && value !== "0" && value !== "false";
  });
