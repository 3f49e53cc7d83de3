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

/** With which moment the one that is shown is compared. */
export const COMPARED_PARAMETER = "compare";

/** `now`, or a moment in RFC 3339; undefined where nothing is compared. */
export const readCompared = (search: string): string | undefined => new URLSearchParams(search).get(COMPARED_PARAMETER) ?? undefined;

const hrefWith = (href: string, name: string, value: string | undefined): string => {
  const url = new URL(href);
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  // What a query may hold as it is stays readable.
  url.search = url.search.replaceAll("%3A", ":");
  return url.href;
};

export const withCompared = (href: string, moment: number | "now" | undefined): string =>
  hrefWith(href, COMPARED_PARAMETER, typeof moment === "number" ? formatMoment(moment) : moment);

/** The same address at another moment; undefined for now. */
export function withMoment(href: string, atMs: number | undefined): string {
  return hrefWith(href, MOMENT_PARAMETER, atMs === undefined ? undefined : formatMoment(atMs));
}
