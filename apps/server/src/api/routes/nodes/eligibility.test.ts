import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { EligibilityAnswer, ExplainAnswer, TaintsAnswer } from "@daemonscope/shared/http/answers";
import { describe, expect, it, test } from "vitest";
import { kubeDaemonSet, kubeNode } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

const PATH = "/api/eligibility?namespace=kube-system&daemonSet=logs";

test("P1 names the deciding check for each node, grouped by answer", async () => {
  const { get, daemonSet } = serverOnManualTime();
  const body = (await get(PATH)).json() as EligibilityAnswer;
  expect(body).toMatchObject({ epoch: "e1", uid: daemonSet.metadata.uid });
  expect(body.classes).toEqual([
    { eligibility: { kind: "eligible" }, nodes: ["n1", "n3"] },
    { eligibility: { kind: "taint", what: "gpu=yes:NoSchedule" }, nodes: ["n2"] },
  ]);
});

describe.each([true, false])("P9 a toleration with a numeric comparison, with its gate %s", (isOn) => {
  it("has one verdict in the cell, the proof, the lens and the matrix", async () => {
    const gates: MatchingGates = { TaintTolerationComparisonOperators: isOn };
    const { get, model, tick } = serverOnManualTime({ gates });
    model.putNode(kubeNode("n4", { taints: [{ key: "level", value: "5", effect: "NoSchedule" }] }));
    const tolerations = [{ key: "level", operator: "Gt", value: "3" }];
    model.putDaemonSet(kubeDaemonSet("logs", { generation: 2, template: { tolerations } }));
    tick();
    const { classes } = (await get(PATH)).json() as EligibilityAnswer;
    const proof = (await get("/api/explain?namespace=kube-system&daemonSet=logs&node=n4")).json() as ExplainAnswer;
    const matrix = (await get("/api/taints")).json() as TaintsAnswer;
    expect(model.reading.verdictOf("kube-system/logs", "n4")).toBe(isOn ? "run" : "keep");
    expect(proof.placement.verdict).toBe(isOn ? "run" : "keep");
    expect(classes.find(({ nodes }) => nodes.includes("n4"))?.eligibility).toEqual(
      isOn ? { kind: "tolerated" } : { kind: "taint", what: "level=5:NoSchedule" },
    );
    expect(matrix.rows.find(({ taint }) => taint.key === "level")?.cells[0]?.answer).toBe(isOn ? "template" : "blocksNew");
    expect([proof.gates, matrix.gates]).toEqual([gates, gates]);
  });
});

test("C13 answers 503 if nodes were not read", async () => {
  const { get, live, setStatuses } = serverOnManualTime();
  setStatuses({ ...live.sources(), nodes: { state: "syncing" } });
  expect((await get(PATH)).statusCode).toBe(503);
});

test("a missing DaemonSet gives 404 with the nearest name", async () => {
  const { get } = serverOnManualTime();
  const answer = await get("/api/eligibility?namespace=kube-system&daemonSet=log");
  expect([answer.statusCode, answer.json().nearest]).toEqual([404, ["kube-system/logs"]]);
});
