import { expect, it } from "vitest";
import { daemonSetView, EVENTS_VIEW, FLEET_VIEW, LABELS_VIEW, NODES_VIEW, parseView, TAINTS_VIEW } from "../../../data/url/url.ts";
import { storyStartPage } from "./story-start-page.ts";

const STORY = { opensOn: "daemonsets/default/redis-ds", fits: ["taints"] } as const;
const OWN = daemonSetView("default/redis-ds");

it.each([
  ["all DaemonSets", FLEET_VIEW, undefined],
  ["all nodes", NODES_VIEW, undefined],
  ["all events", EVENTS_VIEW, undefined],
  ["the taints, which it fits", TAINTS_VIEW, undefined],
  ["the labels, of which it has none", LABELS_VIEW, OWN],
  ["a DaemonSet of another story", daemonSetView("logging/fluent-bit"), OWN],
  ["a node of another story", { page: "node", name: "n1" }, OWN],
  ["a page that is none", parseView("/x", ""), OWN],
] as const)("a story that begins while one looks at %s", (_what, view, page) => {
  expect(storyStartPage(view, STORY)).toEqual(page);
});

it("a story without a DaemonSet at its beginning opens on all of them", () => {
  expect(storyStartPage(LABELS_VIEW, { opensOn: "", fits: [] })).toEqual(FLEET_VIEW);
});
