import type { AnchorHTMLAttributes, MouseEvent, SyntheticEvent } from "react";
import { hrefAt, hrefOf, navigate } from "./navigation.ts";
import type { View } from "./url.ts";

/**
 * A real link to a view: it opens in place, or in a new tab with a modifier key. `atMs` links to another moment than
 * the page shows.
 */
export function ViewLink({
  view,
  atMs,
  ...rest
}: { readonly view: View; readonly atMs?: number } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick">) {
  // Recomputes the link, because the moment of the page may have changed since the render.
  const hrefNow = () => (atMs === undefined ? hrefOf(view) : hrefAt(view, atMs));
  const updateHref = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) => {
    currentTarget.href = hrefNow();
  };
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(view, { href: hrefNow() });
    scrollTo(0, 0);
  };
  return <a {...rest} href={hrefNow()} onPointerOverCapture={updateHref} onFocusCapture={updateHref} onClick={follow} />;
}
