import { MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { formatMoment, parseTime } from "@daemonscope/shared/http/moment";

/** The moment in the address (`?at=`). `unreadable`: the value is not a time. */
export type UrlMoment =
  | { readonly kind: "now" }
  | { readonly kind: "past"; readonly atMs: number }
  | { readonly kind: "unreadable"; readonly text: string };

const NOW: UrlMoment = { kind: "now" };

export function readMoment(search: string): UrlMoment {
  const text = new URLSearchParams(search).get(MOMENT_PARAMETER);
  if (text === null) return NOW;
  const atMs = parseTime(text);
  return atMs === undefined ? { kind: "unreadable", text } : { kind: "past", atMs };
}

/** Side panels; at most one is open. `compare` takes `now` or a moment, `report` the moment when a rollout began. */
const SIDE_PANELS = ["compare", "report"] as const;
export type SidePanelKind = (typeof SIDE_PANELS)[number];

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
export const withSidePanel = (href: string, aside: SidePanelKind, value: number | string | undefined): string =>
  hrefWith(
    href,
    SIDE_PANELS.map((each) => [
      each,
      each !== aside || value === undefined ? undefined : typeof value === "number" ? formatMoment(value) : value,
    ]),
  );

/** Returns the address at another moment. Undefined means live. */
export function withMoment(href: string, atMs: number | undefined): string {
  return hrefWith(href, [[MOMENT_PARAMETER, atMs === undefined ? undefined : formatMoment(atMs)]]);
}
