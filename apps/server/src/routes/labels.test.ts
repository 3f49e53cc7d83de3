import type { LabelsAnswer } from "@daemonscope/shared/http/answers";
import { expect, test } from "vitest";
import { kubeNode } from "../cluster.fixture.ts";
import { serverOnManualTime } from "./context.fixture.ts";

test("P1 the pools of a key, with who wants their nodes; without a key the most useful one", async () => {
  const { get, model, tick } = serverOnManualTime();
  model.putNode(kubeNode("n4", { labels: { pool: "a" } }));
  model.putNode(kubeNode("n5", { labels: { pool: "a" }, taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] }));
  model.putNode(kubeNode("n6", { labels: { pool: "b" } }));
  tick();
  const body = (await get("/api/labels?key=pool")).json() as LabelsAnswer;
  expect(body.key).toBe("pool");
  expect(body.pools[0]).toEqual({
    value: "a",
    nodes: 2,
    patterns: [
      { wantedBy: [0], nodes: 1, names: ["n4"] },
      { wantedBy: [], nodes: 1, names: ["n5"] },
    ],
  });
  expect(body.pools.at(-1)?.value).toBeNull();
  expect(body.daemonSets[0]).toMatchObject({ key: "kube-system/logs", match: { nodes: 6, unmet: [] } });
  const first = (await get("/api/labels")).json() as LabelsAnswer;
  expect(first.key).toBe(first.keys[0]?.key);
});

test("a key that no node has: one pool, of those without it", async () => {
  const { get } = serverOnManualTime();
  const body = (await get("/api/labels?key=example.org/nothing")).json() as LabelsAnswer;
  expect([body.poolCount, body.pools.map(({ value, nodes }) => [value, nodes])]).toEqual([0, [[null, 3]]]);
});

test.each([
  ["?key=a b", "The parameter key is not a label key"],
  ["?key=", "The parameter key is not a label key"],
  ["?node=n1", "This path has no such parameter: it takes key."],
])("%s is refused", async (query, message) => {
  const { get } = serverOnManualTime();
  const answer = await get(`/api/labels${query}`);
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(message)]);
});
