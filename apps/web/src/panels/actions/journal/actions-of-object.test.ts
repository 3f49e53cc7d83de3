import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { expect, it } from "vitest";
import type { DaemonSetView, NodeView } from "../../../data/url/url.ts";
import { actionsNear } from "./actions-of-object.ts";

const record = (id: string, step: object, sent: readonly string[]) =>
  ({ id, question: { steps: [step] }, sent }) as unknown as ActionRecord;
const RECORDS = [
  record("cordon", { kind: "cordon", nodes: { kind: "selector", selector: "pool=gpu" } }, ["PATCH nodes/gpu-01", "PATCH nodes/gpu-02"]),
  record("restart", { kind: "edit", namespace: "logging", name: "agent", edit: { kind: "restart" } }, ["PATCH daemonsets/agent"]),
  record("other", { kind: "edit", namespace: "logging", name: "other", edit: { kind: "restart" } }, ["PATCH daemonsets/other"]),
];
const ids = (view: object) => actionsNear(RECORDS, view as DaemonSetView | NodeView).map(({ id }) => id);

it("a DaemonSet's page lists the actions on it and on nodes, in order, and no action on others", () => {
  expect(ids({ page: "daemonSet", namespace: "logging", name: "agent" })).toEqual(["cordon", "restart"]);
});

it("a node's page lists the actions on that node, also if it was selected by label", () => {
  expect(ids({ page: "node", name: "gpu-02" })).toEqual(["cordon"]);
  expect(ids({ page: "node", name: "gpu-03" })).toEqual([]);
});
