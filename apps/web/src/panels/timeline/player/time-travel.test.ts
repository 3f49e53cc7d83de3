import { describe, expect, it } from "vitest";
import type { UrlMoment } from "../../../data/url/moment.ts";
import { type FollowMode, followModeOf } from "./time-travel.ts";

const now: UrlMoment = { kind: "now" };
const past = (atMs: number): UrlMoment => ({ kind: "past", atMs });

describe("a player that follows the URL", () => {
  it.each<readonly [string, UrlMoment, number | undefined, number | undefined, FollowMode]>([
    ["a link to a moment, on a page of now", past(5000), undefined, undefined, { kind: "seek", atMs: 5000 }],
    ["a link to another moment", past(5000), 7000, 7000, { kind: "seek", atMs: 5000 }],
    [
      "a link to an earlier moment that was written before the page returned to now",
      past(5000),
      5000,
      undefined,
      { kind: "seek", atMs: 5000 },
    ],
    ["a link to now", now, 7000, 7000, { kind: "leave" }],
    ["now, on a page of now", now, undefined, undefined, { kind: "stay" }],
    ["L2 its own URL while it is paused", past(7000), 7000, 7000, { kind: "stay" }],
    ["L2 its own URL, received after it has played on", past(7000), 7000, 23_000, { kind: "stay" }],
    ["an unreadable moment", { kind: "unreadable", text: "noon" }, 7000, 7000, { kind: "stay" }],
  ])("%s", (_words, moment, lastUrlMs, wantedMs, expected) => {
    expect(followModeOf(moment, lastUrlMs, wantedMs)).toEqual(expected);
  });
});
