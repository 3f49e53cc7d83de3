import { putEvent, putPod } from "@daemonscope/daemonset/model/cluster-event";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { describe, expect, it } from "vitest";
import { kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

const QUOTA = 'pods "logs-" is forbidden: exceeded quota: team-quota, requested: pods=1, used: pods=10, limited: pods=10';

describe("GET /api/explain", () => {
  it("K1 names the refusal of a wanted pod, with the server's words, the count and both times", async () => {
    const { get, model, daemonSet, time, tick } = serverOnManualTime();
    time.pass(120_000);
    const explain = async (node: string) =>
      (await get(`/api/explain?namespace=kube-system&daemonSet=logs&node=${node}`)).json() as ExplainAnswer;
    expect((await explain("n3")).refusal).toBeUndefined();
    const at = (secondsAgo: number) => new Date(time.nowMs() - secondsAgo * 1000).toISOString();
    const event = {
      metadata: { name: "logs.1", namespace: "kube-system", uid: "event-1", resourceVersion: "90", creationTimestamp: at(60) },
      involved: { kind: "DaemonSet", namespace: "kube-system", name: "logs", uid: daemonSet.metadata.uid },
      type: "Warning",
      reason: "FailedCreate",
      message: `Error creating: ${QUOTA}`,
      count: 17,
      firstSeen: at(60),
      lastSeen: at(5),
    } as const;
    model.apply(putEvent(event));
    tick();
    expect((await explain("n3")).refusal).toEqual({
      cause: { kind: "quotaExceeded", subject: "team-quota" },
      detail: { message: event.message, count: 17, lastAtMs: Date.parse(event.lastSeen) },
      firstAtMs: Date.parse(event.firstSeen),
    });
    expect((await explain("n1")).refusal).toBeUndefined();
    expect((await explain("n2")).refusal).toBeUndefined();
    model.apply(putPod(kubePod(daemonSet, "n3")));
    tick();
    expect((await explain("n3")).refusal).toBeUndefined();
  });
});
