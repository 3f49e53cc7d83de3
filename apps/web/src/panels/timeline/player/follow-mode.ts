import type { UrlMoment } from "../../../data/url/moment.ts";

/** The player's reaction to a new URL. */
export type FollowMode = { readonly kind: "seek"; readonly atMs: number } | { readonly kind: "leave" } | { readonly kind: "stay" };

const STAY: FollowMode = { kind: "stay" };

/** Follows a URL, except one that the player itself wrote. *Trap*: that URL arrives after the page has drawn, when a
 *  running player is further on. Following it would move the player back and stop it. `saidMs`: the moment that it
 *  wrote or followed last. */
export function followModeOf(moment: UrlMoment, lastUrlMs: number | undefined, wantedMs: number | undefined): FollowMode {
  if (moment.kind === "now") return wantedMs === undefined ? STAY : { kind: "leave" };
  if (moment.kind !== "past" || moment.atMs === wantedMs) return STAY;
  return wantedMs !== undefined && moment.atMs === lastUrlMs ? STAY : { kind: "seek", atMs: moment.atMs };
}
