import type { AddressedMoment } from "../address/moment.ts";

/** What the player does when the page has another address. */
export type Following = { readonly kind: "seek"; readonly atMs: number } | { readonly kind: "leave" } | { readonly kind: "stay" };

const STAY: Following = { kind: "stay" };

/** Follows an address, but for one that the player itself wrote. *Trap*: that one is heard of when the page has drawn, and by then a player that plays is further: it would be put back, and stand.
 *  `saidMs`: the moment that it wrote or followed last. */
export function followingOf(moment: AddressedMoment, saidMs: number | undefined, wantedMs: number | undefined): Following {
  if (moment.kind === "now") return wantedMs === undefined ? STAY : { kind: "leave" };
  if (moment.kind !== "past" || moment.atMs === wantedMs) return STAY;
  return wantedMs !== undefined && moment.atMs === saidMs ? STAY : { kind: "seek", atMs: moment.atMs };
}
