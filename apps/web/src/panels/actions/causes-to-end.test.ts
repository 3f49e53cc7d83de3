import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import type { Cause } from "@daemonscope/daemonset/records/records";
import type { Concern } from "@daemonscope/daemonset/records/rollout";
import { expect, it } from "vitest";
import { causeOfOwnConcern, causesToEnd } from "./CauseAdvice.tsx";

const cause = (kind: CauseKind, state: Cause["state"] = "starting"): Cause => ({ state, cause: { kind }, count: 1, nodes: [], sinceMs: 0 });
const concern: Concern = { kind: "unavailable", detail: { kind: "outdated", count: 1 }, sinceMs: 0, nodes: [], stuck: false };

it.each<[string, readonly Cause[], Concern | null, readonly CauseKind[]]>([
  ["those that a person must end", [cause("starting"), cause("crash"), cause("noRoom")], concern, ["crash", "noRoom"]],
  ["one that nobody knows", [cause("unknown")], null, ["unknown"]],
  ["with a concern, those that end by themselves", [cause("noSuchNode")], concern, ["noSuchNode"]],
  ["none while pods only start", [cause("starting")], null, []],
  ["no misscheduled pod and no NotReady node", [cause("misscheduled", "misscheduled"), cause("nodeNotReady", "nodeUnready")], concern, []],
])("K2 the drawer explains causes: %s", (_name, causes, found, kinds) => {
  expect(causesToEnd({ causes, concern: found }).map((each) => each.cause.kind)).toEqual(kinds);
});

it("K2 the drawer explains a controller that does nothing, and no other concern without pods", () => {
  const stalled: Concern = { ...concern, kind: "stalled", detail: { kind: "idle", free: 1, allowed: 2 } };
  expect(causeOfOwnConcern({ concern: stalled })).toEqual({ kind: "controllerBehind" });
  expect(causeOfOwnConcern({ concern: { ...concern, kind: "waitsForYou" } })).toBeUndefined();
});
