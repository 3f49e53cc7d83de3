import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { hrefAt, hrefOf, navigate } from "./navigation.ts";
import type { View } from "./url.ts";

/** A real link to a view: opens in place, or in a new tab when asked with a key. `atMs`: of another moment than the page is. */
export function ViewLink({
  view,
  atMs,
  ...rest
}: { readonly view: View; readonly atMs?: number } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick">) {
  const href = atMs === undefined ? hrefOf(view) : hrefAt(view, atMs);
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(view, { href });
    scrollTo(0, 0);
  };
  return <a {...rest} href={href} onClick={follow} />;
}
