import { MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { formatMoment, momentOf } from "@daemonscope/shared/http/moment";

/** The moment in the address (`?at=`). `unreadable`: the value is not a time. */
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

/** Side panels; at most one is open. `compare` takes `now` or a moment, `report` the moment when a rollout began. */
export const ASIDES = ["compare", "report"] as const;
export type Aside = (typeof ASIDES)[number];

function hrefWith(href: string, parameters: readonly (readonly [name: string, value: string | undefined])[]): string {
  const url = new URL(href);
  for (const [name, value] of parameters) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  // A colon needs no escape in a query and stays readable.
  url.search = url.search.replaceAll("%3A", ":");
  return url.href;
}

/** Returns the address with a side panel. An undefined `value` closes it. */
export const withAside = (href: string, aside: Aside, value: number | string | undefined): string =>
  hrefWith(
    href,
    ASIDES.map((each) => [
      each,
      each !== aside || value === undefined ? undefined : typeof value === "number" ? formatMoment(value) : value,
    ]),
  );

/** Returns the address at another moment. Undefined means live. */
export function withMoment(href: string, atMs: number | undefined): string {
  return hrefWith(href, [[MOMENT_PARAMETER, atMs === undefined ? undefined : formatMoment(atMs)]]);
}
