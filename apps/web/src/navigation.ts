import { useSyncExternalStore } from "react";
import { formatView, parseView, type View } from "./url.ts";

const listeners = new Set<() => void>();
let current: { readonly href: string; readonly view: View } | undefined;

/** Path of the base that the server wrote into the page. */
function basePath(): string {
  return new URL(document.baseURI).pathname.replace(/[^/]*$/, "");
}

function read(): View {
  const { href, pathname, search } = location;
  if (current?.href !== href) {
    const base = basePath();
    current = { href, view: parseView(pathname.startsWith(base) ? `/${pathname.slice(base.length)}` : pathname, search) };
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
  return basePath() + formatView(view);
}

/** Goes to a view without loading the page; `replace` keeps the place in the history, for what is changed rather than opened. */
export function navigate(view: View, { replace = false }: { readonly replace?: boolean } = {}): void {
  const href = hrefOf(view);
  if (replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  announce();
}
