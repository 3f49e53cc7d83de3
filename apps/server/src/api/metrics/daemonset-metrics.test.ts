import { putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { describe, expect, it } from "vitest";
import { kubeNode, kubePod } from "../../cluster.fixture.ts";
import { serverOnManualTime } from "../context.fixture.ts";

const LOGS = 'namespace="kube-system",daemonset="logs"';

/** Returns the sample lines of a response. */
const samplesOf = (body: string): readonly string[] => body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

describe("GET /metrics/daemonsets", () => {
  it("reports the verdict and numbers of each DaemonSet from the page's record", async () => {
    const { get, model, live } = serverOnManualTime();
    const { body, headers } = await get("/metrics/daemonsets");
    expect(headers["content-type"]).toContain("text/plain");
    const record = model.reading.daemonSetRecord("kube-system/logs");
    expect(samplesOf(body)).toEqual(
      expect.arrayContaining([
        `daemonscope_daemonset_verdict{${LOGS},verdict="fine",word="healthy"} 1`,
        `daemonscope_daemonset_rollout_stuck{${LOGS}} 0`,
        `daemonscope_daemonset_rollout_halted{${LOGS}} 0`,
        `daemonscope_daemonset_budget_allowed{${LOGS}} ${record?.budget.allowed}`,
        `daemonscope_daemonset_budget_used{${LOGS}} 0`,
        `daemonscope_daemonset_problem_nodes{${LOGS},state="missing"} 1`,
        `daemonscope_daemonset_derived_desired{${LOGS}} ${record?.derived?.desiredNumberScheduled}`,
      ]),
    );
    expect(live.model.reading.daemonSets()).toHaveLength(1);
  });
  it("has no control or bidirectional characters, for any reason text", async () => {
    const { get, model, daemonSet, tick } = serverOnManualTime();
    model.apply(putNode(kubeNode("m0")));
    model.apply(putPod(kubePod(daemonSet, "m0", { waiting: `Bad\u001b[31m\u0007\u202e\u200b${"\u{1f600}".repeat(60)}` })));
    tick();
    const { body } = await get("/metrics/daemonsets");
    expect(body).toContain("Bad\\\\u001b[31m\\\\u0007\\\\u202e");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
    expect(body).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e]|\ufffd/);
  });
  it("names no node and no pod, and has at most thirty series per DaemonSet", async () => {
    const { get, model, daemonSet, tick } = serverOnManualTime();
    for (let at = 0; at < 40; at++) {
      model.apply(putNode(kubeNode(`m${at}`)));
      model.apply(putPod(kubePod(daemonSet, `m${at}`, { waiting: `Reason${"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"[at]}` })));
    }
    tick();
    const { body } = await get("/metrics/daemonsets");
    expect(body).toContain(`daemonscope_daemonset_budget_holders{${LOGS},cause="other",kind="other"}`);
    expect(body).not.toMatch(/"[mn]\d+"/);
    expect(samplesOf(body).length).toBeLessThanOrEqual(30);
  });
  it("N2 counts a node that is being removed apart from the nodes with a problem", async () => {
    const { get, model, daemonSet, tick } = serverOnManualTime();
    const taints = [{ key: "ToBeDeletedByClusterAutoscaler", effect: "NoSchedule" }];
    model.apply(putNode(kubeNode("m0", { taints })));
    model.apply(putPod(kubePod(daemonSet, "m0", { waiting: "ImagePullBackOff" })));
    tick();
    const { body } = await get("/metrics/daemonsets");
    expect(body).toContain(`daemonscope_daemonset_leaving_nodes{${LOGS}} 1`);
    expect(body).not.toContain('state="leaving"');
  });
  it("has the kind of each cause, so that causes with one word of the API differ", async () => {
    const { get, model, daemonSet, tick } = serverOnManualTime();
    for (const [at, message] of ["not found", "not found", "429 Too Many Requests"].entries()) {
      model.apply(putNode(kubeNode(`m${at}`)));
      model.apply(putPod(kubePod(daemonSet, `m${at}`, { waiting: "ImagePullBackOff", message })));
    }
    tick();
    const { body } = await get("/metrics/daemonsets");
    expect(samplesOf(body)).toEqual(
      expect.arrayContaining([
        `daemonscope_daemonset_budget_holders{${LOGS},cause="ImagePullBackOff",kind="imageNotFound"} 2`,
        `daemonscope_daemonset_budget_holders{${LOGS},cause="ImagePullBackOff",kind="imageRateLimited"} 1`,
      ]),
    );
  });
  it("B8 has no used slots while no rollout uses the budget, as the table of status", async () => {
    const { get, model, daemonSet, tick } = serverOnManualTime();
    model.apply(putNode(kubeNode("m0")));
    model.apply(putPod(kubePod(daemonSet, "m0", { waiting: "CrashLoopBackOff" })));
    tick();
    const record = model.reading.daemonSetRecord("kube-system/logs");
    expect(record?.budget.used).toBeGreaterThan(0);
    expect(samplesOf((await get("/metrics/daemonsets")).body)).toContain(`daemonscope_daemonset_budget_used{${LOGS}} 0`);
  });
  it("has nothing while the server is not ready, so that stale data are not exported", async () => {
    const { get, live, setStatuses, time } = serverOnManualTime();
    setStatuses({ ...live.sources(), pods: { state: "stale", provenAtMs: time.nowMs() - 61_000 } });
    const { body } = await get("/metrics/daemonsets");
    expect(samplesOf(body)).toEqual([]);
  });
});
