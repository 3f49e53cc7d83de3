import { putDaemonSet, putNode } from "@daemonscope/daemonset/model/cluster-event";
import type { LabelsAnswer } from "@daemonscope/shared/http/answers";
import { expect, test } from "vitest";
import { kubeDaemonSet, kubeNode } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

test("P1 lists the pools of a key with the DaemonSets that want them; without a key the most useful one", async () => {
  const { get, model, tick } = serverOnManualTime();
  model.apply(putNode(kubeNode("n4", { labels: { pool: "a" } })));
  model.apply(putNode(kubeNode("n5", { labels: { pool: "a" }, taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] })));
  model.apply(putNode(kubeNode("n6", { labels: { pool: "b" } })));
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

test("a key that no node has: one pool of all nodes", async () => {
  const { get } = serverOnManualTime();
  const body = (await get("/api/labels?key=example.org/nothing")).json() as LabelsAnswer;
  expect([body.poolCount, body.pools.map(({ value, nodes }) => [value, nodes])]).toEqual([0, [[null, 3]]]);
});

test("a key that no node has: suggests the most similar keys", async () => {
  const { get } = serverOnManualTime();
  const nearest = async (key: string) => ((await get(`/api/labels?key=${key}`)).json() as LabelsAnswer).nearest;
  expect(await nearest("kubernetes.io/hostnam")).toEqual(["kubernetes.io/hostname"]);
  expect(await nearest("kubernetes.io/hostname")).toEqual([]);
});

test("T4 with more than 200 values, sends those that a family leaves uncovered, and counts the rest", async () => {
  const { get, model, tick } = serverOnManualTime();
  const template = { nodeSelector: { unit: "u" } };
  model.apply(putDaemonSet(kubeDaemonSet("agent-a", { template })));
  model.apply(putDaemonSet(kubeDaemonSet("agent-b", { template })));
  for (let at = 0; at < 250; at++)
    model.apply(putNode(kubeNode(`w${String(at).padStart(3, "0")}`, { labels: { unit: at < 249 ? "u" : "v" } })));
  tick();
  const body = (await get("/api/labels?key=kubernetes.io/hostname")).json() as LabelsAnswer;
  expect(body.pools.map(({ value }) => value)).toContain("w249");
  expect([body.poolCount, body.pools.length]).toEqual([253, 200]);
  expect(body.leftOut).toMatchObject({ pools: 53, nodes: 53, patterns: [{ wantedBy: [0, 1, 2], nodes: 53 }] });
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
