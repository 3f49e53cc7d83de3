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

/** The same address at another moment; undefined for now. */
export function withMoment(href: string, atMs: number | undefined): string {
  const url = new URL(href);
  if (atMs === undefined) url.searchParams.delete(MOMENT_PARAMETER);
  else url.searchParams.set(MOMENT_PARAMETER, formatMoment(atMs));
  // What a query may hold as it is stays readable.
  url.search = url.search.replaceAll("%3A", ":");
  return url.href;
}
