import { putDaemonSet, putEvent, putPod } from "@daemonscope/daemonset/model/cluster-event";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { describe, expect, it } from "vitest";
import { kubeDaemonSet, kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

const QUOTA = 'pods "net-" is forbidden: exceeded quota: team-quota, requested: pods=1, used: pods=10, limited: pods=10';

describe("GET /api/explain", () => {
  it("K1 names the refusal of a wanted pod, with the server's words, the count and both times", async () => {
    const { get, model, time, tick } = serverOnManualTime();
    const net = kubeDaemonSet("net");
    model.apply(putDaemonSet(net));
    const refusalOn = async (node: string) => {
      tick();
      const answer = await get(`/api/explain?namespace=kube-system&daemonSet=net&node=${node}`);
      return (answer.json() as ExplainAnswer).refusal;
    };
    expect(await refusalOn("n3")).toBeUndefined();
    const at = (secondsAgo: number) => new Date(time.nowMs() - secondsAgo * 1000).toISOString();
    const event = {
      metadata: { name: "net.1", namespace: "kube-system", uid: "event-1", resourceVersion: "90", creationTimestamp: at(60) },
      involved: { kind: "DaemonSet", namespace: "kube-system", name: "net", uid: net.metadata.uid },
      type: "Warning",
      reason: "FailedCreate",
      message: `Error creating: ${QUOTA}`,
      count: 17,
      firstSeen: at(60),
      lastSeen: at(5),
    } as const;
    model.apply(putEvent(event));
    expect(await refusalOn("n3")).toEqual({
      cause: { kind: "quotaExceeded", subject: "team-quota" },
      detail: { message: event.message, count: 17, lastAtMs: Date.parse(event.lastSeen) },
      firstAtMs: Date.parse(event.firstSeen),
    });
    // Its taint excludes the pod.
    expect(await refusalOn("n2")).toBeUndefined();
    model.apply(putPod(kubePod(net, "n3")));
    expect(await refusalOn("n3")).toBeUndefined();
  });
});
