import type { PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import { expect, it } from "vitest";
import { kubeDaemonSet, kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

it("finds pods of DaemonSets by a part of their name, case-insensitive, with node and DaemonSet", async () => {
  const { get, model, tick } = serverOnManualTime();
  const other = kubeDaemonSet("metrics", { desired: 1 });
  model.putDaemonSet(other);
  model.putPod(kubePod(other, "n3"));
  tick();
  const found = async (text: string) => (await get(`/api/pods-named?text=${encodeURIComponent(text)}`)).json() as PodSearchAnswer;
  const logs = kubePod(kubeDaemonSet("logs", { desired: 2 }), "n1").metadata.name;
  expect(await found(" LOGS")).toMatchObject({ total: 1, pods: [{ name: logs, node: "n1", key: "kube-system/logs" }] });
  expect((await found("metrics")).pods.map(({ node, key }) => [node, key])).toEqual([["n3", "kube-system/metrics"]]);
  expect(await found("nobody")).toMatchObject({ total: 0, pods: [] });
});

it.each(["", "ab", "x".repeat(254)])("refuses %j as a part of a name", async (text) => {
  const { get } = serverOnManualTime();
  const answer = await get(`/api/pods-named?text=${text}`);
  expect([answer.statusCode, answer.json().message]).toEqual([400, "The parameter text is a part of a pod's name: 3 to 253 letters."]);
});
