import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { hrefOf, navigate } from "./navigation.ts";
import type { View } from "./url.ts";

/** A real link to a view: opens in place, or in a new tab when asked with a key. */
export function ViewLink({ view, ...rest }: { readonly view: View } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick">) {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(view);
    scrollTo(0, 0);
  };
  return <a {...rest} href={hrefOf(view)} onClick={follow} />;
}
