import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { english } from "@daemonscope/words/english";
import { lagText } from "@daemonscope/words/facts/lag-text";
import { expect, test } from "@playwright/test";
import { agent, rolling, surging } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";
import { surgedOut } from "./surged-out.ts";

// Each test has a separate control plane, and mostly waits.
test.describe.configure({ mode: "parallel" });

/** Plays one story on a separate control plane. */
function story(name: string, play: (stage: Stage) => Promise<void>, nodes?: number): void {
  test(`${name}, on a real control plane`, async () => {
    const stage = await setStage(name, nodes);
    try {
      await play(stage);
    } finally {
      await stage.stop();
    }
  });
}

const desired = (stage: Stage, name: string) => stage.observer.record(`default/${name}`)?.derived?.desiredNumberScheduled;
const rolledOut = (stage: Stage, name: string) => stage.kubectl("rollout", "status", `ds/${name}`, "--timeout=120s");

story(
  "t1-control-plane-taint",
  async (stage) => {
    await stage.kubectl("taint", "node", "node-0", "node-role.kubernetes.io/control-plane:NoSchedule");
    await stage.apply(agent({ name: "redis-ds" }));
    await rolledOut(stage, "redis-ds");
    await stage.quiet();
    await stage.agree("redis-ds");
    expect(desired(stage, "redis-ds")).toBe(1);
    await stage.kubectl("taint", "node", "node-0", "node-role.kubernetes.io/control-plane:NoSchedule-");
    await stage.observer.until("the pod comes", () => desired(stage, "redis-ds") === 2);
    await stage.quiet();
    await stage.agree("redis-ds");
  },
  2,
);

story(
  "t5-hw-rng",
  async (stage) => {
    await stage.apply(agent({ name: "hw-rng", nodeSelector: { feature: "hw-rng" } }));
    await stage.quiet();
    await stage.agree("hw-rng");
    await stage.kubectl("label", "node", "node-1", "feature=hw-rng");
    await stage.observer.until("the pod comes with the label", () => desired(stage, "hw-rng") === 1);
    await stage.quiet();
    await stage.agree("hw-rng");
    await stage.kubectl("label", "node", "node-1", "feature-");
    await stage.observer.until("the pod goes with the label", () => desired(stage, "hw-rng") === 0);
    await stage.quiet();
    await stage.agree("hw-rng");
  },
  3,
);

story(
  "t7-min-ready-seconds",
  async (stage) => {
    for (const node of ["node-0", "node-1"]) await stage.kubectl("label", "node", node, "app=ironman");
    await stage.apply(agent({ name: "ironman", nodeSelector: { app: "ironman" }, minReadySeconds: 5 }));
    await stage.observer.until("ready and not yet available", () => {
      const counts = stage.observer.record("default/ironman")?.derived;
      return counts?.numberReady === 2 && counts.numberAvailable === 0;
    });
    await rolledOut(stage, "ironman");
    await stage.quiet();
    await stage.agree("ironman");
  },
  3,
);

for (const [name, plan] of [
  ["t8-image-update-1", { strategy: rolling(1) }],
  ["t8-image-update-30-percent", { strategy: rolling("30%") }],
  ["t8-image-update-min-ready-seconds", { strategy: rolling("30%"), minReadySeconds: 3 }],
] as const)
  story(name, async (stage) => {
    await stage.apply(agent({ name: "fluentd", ...plan }));
    await rolledOut(stage, "fluentd");
    await stage.quiet();
    await stage.agree("fluentd");
    await stage.kubectl("set", "image", "ds/fluentd", "agent=agent:2");
    await rolledOut(stage, "fluentd");
    await stage.quiet(4000);
    await stage.agree("fluentd");
  });

story(
  "t9-on-delete",
  async (stage) => {
    await stage.apply(agent({ name: "by-hand", strategy: { type: "OnDelete" } }));
    await stage.observer.until("all run", () => stage.observer.record("default/by-hand")?.derived?.numberAvailable === 6);
    await stage.kubectl("set", "image", "ds/by-hand", "agent=agent:2");
    await stage.quiet();
    await stage.agree("by-hand");
    expect(stage.observer.record("default/by-hand")?.concern).toMatchObject({ kind: "waitsForYou" });
    const pod = (await stage.kubectl("get", "pods", "-l", "app=by-hand", "-o", "name")).split("\n")[0] ?? "";
    await stage.kubectl("delete", pod);
    await stage.observer.until(
      "the replacement is of the new revision",
      () => stage.observer.record("default/by-hand")?.derived?.updatedNumberScheduled === 1,
    );
    await stage.quiet();
    await stage.agree("by-hand");
  },
  6,
);

story(
  "t10-surge",
  async (stage) => {
    await stage.apply(agent({ name: "surger", strategy: surging(1), minReadySeconds: 2 }));
    await rolledOut(stage, "surger");
    await stage.quiet();
    await stage.kubectl("set", "image", "ds/surger", "agent=agent:2");
    await surgedOut(stage, "surger");
    await stage.quiet(4000);
    await stage.agree("surger");
  },
  5,
);

story(
  "t11-orphan-and-adopt",
  async (stage) => {
    const manifest = agent({ name: "adopted" });
    await stage.apply(manifest);
    await rolledOut(stage, "adopted");
    await stage.kubectl("delete", "ds", "adopted", "--cascade=orphan");
    await stage.observer.until("the DaemonSet is gone", () => stage.observer.record("default/adopted") === undefined);
    await stage.apply(manifest);
    await rolledOut(stage, "adopted");
    await stage.quiet();
    expect(stage.observer.record("default/adopted")?.derived).toEqual(stage.observer.record("default/adopted")?.reported);
    expect(desired(stage, "adopted")).toBe(4);
  },
  4,
);

story(
  "t18-cordon",
  async (stage) => {
    await stage.apply(agent({ name: "agent" }));
    await rolledOut(stage, "agent");
    await stage.kubectl("cordon", "node-1");
    await stage.observer.until("the node is drawn cordoned", () => nodeNamed(stage.observer.state(), "node-1")?.unschedulable === true);
    await stage.kubectl("drain", "node-1", "--ignore-daemonsets", "--timeout=30s");
    await stage.quiet();
    await stage.agree("agent");
    expect(desired(stage, "agent")).toBe(4);
  },
  4,
);

story(
  "nodes-come-and-go",
  async (stage) => {
    await stage.apply(agent({ name: "agent" }));
    await rolledOut(stage, "agent");
    const node = {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "late", labels: { "kwok.x-k8s.io/node": "fake", "kubernetes.io/hostname": "late" } },
    };
    await stage.apply(JSON.stringify(node));
    await stage.observer.until("the new node gets its pod", () => desired(stage, "agent") === 5);
    await stage.quiet();
    await stage.agree("agent");
    await stage.kubectl("taint", "node", "node-2", "dedicated=db:NoSchedule");
    await stage.observer.until("we see the taint", () => desired(stage, "agent") === 4);
    await stage.quiet();
    await stage.agree("agent", /NoSchedule taint/);
    await stage.kubectl("annotate", "ds", "agent", "look=again");
    await stage.quiet();
    await stage.agree("agent");
    await stage.kubectl("delete", "node", "late", "--wait=false");
    await stage.observer.until("the node leaves the grid", () => nodeNamed(stage.observer.state(), "late") === undefined);
    expect(
      stage.observer
        .record("default/agent")
        ?.disagreements.map(({ cause }) => lagText(english, cause))
        .join(),
    ).toMatch(/node/);
  },
  4,
);

story(
  "t19-bad-image",
  async (stage) => {
    await stage.apply(agent({ name: "fluentd", strategy: rolling(2) }));
    await rolledOut(stage, "fluentd");
    await stage.kubectl("set", "image", "ds/fluentd", "agent=agent:missing");
    await stage.observer.until(
      "it is called stuck within a minute",
      () => stage.observer.record("default/fluentd")?.concern?.stuck === true,
      70_000,
    );
    await stage.agree("fluentd");
    expect(stage.observer.record("default/fluentd")?.budget).toMatchObject({ kind: "maxUnavailable", allowed: 2, used: 2 });
    const causes = stage.observer.record("default/fluentd")?.budget.holders.map(({ cause }) => cause) ?? [];
    expect(causes.length).toBeGreaterThan(0);
    for (const cause of causes) expect(cause).toMatchObject({ kind: "imageNotFound", reason: "ImagePullBackOff" });
    await stage.kubectl("rollout", "undo", "ds/fluentd");
    await rolledOut(stage, "fluentd");
    await stage.quiet();
    await stage.agree("fluentd");
  },
  6,
);
