import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { afterFrame, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { expect, it } from "vitest";
import { columnOrder } from "./column-order.ts";

const record = (key: string, stuck = false) =>
  ({
    key,
    name: key,
    namespace: "x",
    unread: [],
    rollout: { kind: "complete" },
    concern: stuck ? { stuck: true, kind: "stuck", detail: { kind: "held" } } : null,
    disagreements: [],
    derived: {},
    reported: {},
    budget: { kind: "maxUnavailable", used: 0, allowed: 1, holders: [] },
    causes: [],
  }) as unknown as DaemonSetRecord;

it("keeps the column order after later changes, and appends new columns", () => {
  const state = clusterStateOf([], [record("x/b"), record("x/a")], []);
  const order = columnOrder.whole(state, undefined);
  expect(order).toEqual(["x/a", "x/b"]);
  const worse = afterFrame(state, { daemonSets: { put: [[0, record("x/b", true)]] } });
  expect(columnOrder.next(order, worse.state, worse.effect)).toBe(order);
  const joined = afterFrame(worse.state, { daemonSets: { put: [[2, record("x/0")]] } });
  expect(columnOrder.next(order, joined.state, joined.effect)).toEqual(["x/a", "x/b", "x/0"]);
});
