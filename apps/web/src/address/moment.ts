import { MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { formatMoment, momentOf } from "@daemonscope/shared/http/moment";

/** Of when the page is asked to be: `?at=` of its address. `unreadable`: what stands there is no time. */
export type AddressedMoment =
  | { readonly kind: "now" }
  | { readonly kind: "past"; readonly atMs: number }
  | { readonly kind: "unreadable"; readonly text: string };

const NOW: AddressedMoment = { kind: "now" };

export function readMoment(search: string): AddressedMoment {
  const text = new URLSearchParams(search).get(MOMENT_PARAMETER);
  if (text === null) return NOW;
  const atMs = momentOf(text);
  return atMs === undefined ? { kind: "unreadable", text } : { kind: "past", atMs };
}

/** What may stand beside the page, at most one at a time: what it is compared with (`now`, or a moment), the report of a rollout (when that began). */
export const ASIDES = ["compare", "report"] as const;
export type Aside = (typeof ASIDES)[number];

function hrefWith(href: string, parameters: readonly (readonly [name: string, value: string | undefined])[]): string {
  const url = new URL(href);
  for (const [name, value] of parameters) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  // What a query may hold as it is stays readable.
  url.search = url.search.replaceAll("%3A", ":");
  return url.href;
}

/** The same address with this beside the page; undefined for nothing. */
export const withAside = (href: string, aside: Aside, value: number | string | undefined): string =>
  hrefWith(
    href,
    ASIDES.map((each) => [
      each,
      each !== aside || value === undefined ? undefined : typeof value === "number" ? formatMoment(value) : value,
    ]),
  );

/** The same address at another moment; undefined for now. */
export function withMoment(href: string, atMs: number | undefined): string {
  return hrefWith(href, [[MOMENT_PARAMETER, atMs === undefined ? undefined : formatMoment(atMs)]]);
}
