import { expect, it } from "vitest";
import { daemonSetView, EVENTS_VIEW, FLEET_VIEW, LABELS_VIEW, NODES_VIEW, parseView, TAINTS_VIEW } from "../../../data/url/url.ts";
import { chosenStoryPage, storyStartPage } from "./story-start-page.ts";

const STORY = { opensOn: "daemonsets/default/redis-ds", fits: ["taints"] } as const;
const STORY_VIEW = daemonSetView("default/redis-ds");

it.each([
  ["all DaemonSets", FLEET_VIEW, undefined],
  ["all nodes", NODES_VIEW, undefined],
  ["all events", EVENTS_VIEW, undefined],
  ["the taints page, which it supports", TAINTS_VIEW, undefined],
  ["the labels page, which it does not support", LABELS_VIEW, STORY_VIEW],
  ["a DaemonSet of another story", daemonSetView("logging/fluent-bit"), STORY_VIEW],
  ["a node of another story", { page: "node", name: "n1" }, STORY_VIEW],
  ["an unknown page", parseView("/x", ""), STORY_VIEW],
] as const)(
  "a story that another client begins while %s is open keeps that page only if it shows a part of the story",
  (_what, view, page) => {
    expect(storyStartPage(view, STORY)).toEqual(page);
  },
);

it("a story without a DaemonSet at its start opens on the fleet", () => {
  expect(storyStartPage(LABELS_VIEW, { opensOn: "", fits: [] })).toEqual(FLEET_VIEW);
});

it.each([
  ["all DaemonSets", FLEET_VIEW, STORY_VIEW],
  ["all nodes", NODES_VIEW, STORY_VIEW],
  ["the taints page, which it supports", TAINTS_VIEW, undefined],
] as const)("a story that is chosen while %s is open opens its page", (_what, view, page) => {
  expect(chosenStoryPage(view, STORY)).toEqual(page);
});
