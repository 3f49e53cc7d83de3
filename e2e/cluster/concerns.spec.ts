import type { Concern } from "@daemonscope/daemonset/records/rollout";
import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { english } from "@daemonscope/words/english";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { expect, test } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { type Observer, observe } from "../observer.ts";
import { agent, rolling, surging } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

/** Tests a derived concern on a real control plane. Concerns follow only from objects that the API serves. */
function story(name: string, play: (stage: Stage) => Promise<void>, nodes: number): void {
  test(`${name}, on a real control plane`, async () => {
    const stage = await setStage(name, nodes);
    try {
      await play(stage);
    } finally {
      await stage.stop();
    }
  });
}

const concern = (stage: Stage, name: string) => stage.observer.record(`default/${name}`)?.concern;
/** A concern in words; empty when there is none. */
const textOf = (found: Concern | null | undefined) => (found ? concernText(english, found.detail) : "");
const rolledOut = (stage: Stage, name: string) => stage.kubectl("rollout", "status", `ds/${name}`, "--timeout=120s");

/** Checks what another server reports of the same cluster, started later. */
async function checkOnAnotherServer(
  stage: Stage,
  environment: Readonly<Record<string, string>>,
  check: (observer: Observer) => Promise<void>,
): Promise<void> {
  const product = await startDaemonscope(["--kubeconfig", stage.cluster.kubeconfig], environment);
  const observer = await observe(product.url);
  try {
    await check(observer);
  } finally {
    observer.close();
    await product.stop();
  }
}

interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string; readonly containers: readonly { readonly image: string }[] };
  readonly status: { readonly phase: string; readonly containerStatuses?: readonly object[] };
}

story(
  "R12 t20 a revision that makes its nodes NotReady is named, without a node that was NotReady before",
  async (stage) => {
    await stage.apply(agent({ name: "driver", strategy: rolling(3), tolerations: [{ operator: "Exists" }] }));
    await rolledOut(stage, "driver");
    await stage.kubectl("annotate", "node", "node-5", "control-plane.test/ready=false");
    await stage.observer.until("node-5 is NotReady", () => nodeNamed(stage.observer.state(), "node-5")?.ready === "False", 30_000);
    await stage.quiet();
    await stage.kubectl("set", "image", "ds/driver", "agent=agent:2-unready");
    const reached = () =>
      (stage.observer.record("default/driver")?.budget.holders ?? [])
        .filter(({ reason }) => reason === "newUnavailable")
        .flatMap(({ nodes }) => nodes)
        .filter((node) => node !== "node-5");
    await stage.observer.until("two nodes got the new revision", () => reached().length >= 2);
    // Kubernetes times are whole seconds, so a node failure in the second of the pod's creation is not attributed to
    // the pod. A third node may get the revision, because the NotReady node frees its slot.
    await stage.quiet();
    const broken = reached();
    const all = `${broken.length} of ${broken.length}`;
    for (const node of broken) await stage.kubectl("annotate", "node", node, "control-plane.test/ready=false");
    await stage.observer.until(
      "it says which revision breaks nodes",
      () => concern(stage, "driver")?.kind === "revisionBreaksNodes",
      60_000,
    );
    expect(textOf(concern(stage, "driver"))).toContain(`${all} nodes that got the new revision went NotReady, 1 was NotReady before`);
  },
  6,
);

story(
  "R12 one NotReady node with three freshly updated agents blames none of them",
  async (stage) => {
    const names = ["logs", "metrics", "proxy"];
    for (const name of names) await stage.apply(agent({ name, strategy: rolling(2) }));
    for (const name of names) await rolledOut(stage, name);
    for (const name of names) await stage.kubectl("set", "image", `ds/${name}`, "agent=agent:2");
    for (const name of names) await rolledOut(stage, name);
    await stage.kubectl("annotate", "node", "node-3", "control-plane.test/ready=false");
    const records = () => names.map((name) => stage.observer.record(`default/${name}`));
    await stage.observer.until(
      "each is on a node that is NotReady",
      () => records().every((record) => record?.causes.some(({ state }) => state === "nodeUnready") === true),
      60_000,
    );
    await stage.quiet();
    for (const record of records()) expect(record?.concern?.kind).not.toBe("revisionBreaksNodes");
  },
  6,
);

story(
  "R19 t21 a changed label on most nodes is the reason of a fallen desired count",
  async (stage) => {
    await stage.kubectl("label", "node", "--all", "disk=ssd");
    await stage.apply(agent({ name: "shipper", nodeSelector: { disk: "ssd" } }));
    await rolledOut(stage, "shipper");
    await stage.quiet();
    await stage.kubectl("label", "node", "node-0", "node-1", "node-2", "node-3", "node-4", "node-5", "disk=hdd", "--overwrite");
    await stage.observer.until("the alarm", () => concern(stage, "shipper")?.kind === "desiredDropped", 30_000);
    await stage.quiet();
    await stage.agree("shipper");
    expect(textOf(concern(stage, "shipper"))).toBe("desired fell from 10 to 4: label disk changed on 6 nodes");
    expect(concern(stage, "shipper")).toMatchObject({
      nodes: ["node-0", "node-1", "node-2", "node-3", "node-4", "node-5"],
      stuck: false,
    });
    await stage.kubectl("label", "node", "--all", "disk=ssd", "--overwrite");
    await stage.observer.until("it is over", () => concern(stage, "shipper") === null, 30_000);
  },
  10,
);

story(
  "R26 a surge whose second pod becomes Ready later than its first stalls, and continues when the DaemonSet changes",
  async (stage) => {
    await stage.apply(agent({ name: "surger", strategy: surging(2), minReadySeconds: 10 }));
    await rolledOut(stage, "surger");
    // Pods of this image run, and become Ready only by a patch.
    await stage.kubectl("set", "image", "ds/surger", "agent=agent:2-unready");
    const newPods = async () =>
      (JSON.parse(await stage.kubectl("get", "pods", "-l", "app=surger", "-o", "json")) as { readonly items: readonly Pod[] }).items.filter(
        ({ spec, status }) => spec.containers.some(({ image }) => image === "agent:2-unready") && status.phase === "Running",
      );
    await expect.poll(async () => (await newPods()).length).toBe(2);
    const [first, second] = await newPods();
    const markReady = async (pod: Pod | undefined) => {
      const at = `${new Date().toISOString().slice(0, 19)}Z`;
      const conditions = ["ContainersReady", "Ready"].map((type) => ({ type, status: "True", lastTransitionTime: at }));
      const patch = JSON.stringify({ status: { conditions } });
      await stage.kubectl("patch", "pod", pod?.metadata.name ?? "", "--subresource=status", "-p", patch);
    };
    const firstAtMs = Date.now();
    await markReady(first);
    // The controller syncs for the first pod after 11 s. If the second becomes Ready after 8 s, it is not available at
    // that sync.
    await expect.poll(() => Date.now() - firstAtMs, { intervals: [100], timeout: 10_000 }).toBeGreaterThanOrEqual(8000);
    await markReady(second);
    await stage.observer.until(
      "the old pod beside the first is gone",
      () => stage.observer.record("default/surger")?.reported.updatedNumberScheduled === 1,
      30_000,
    );
    await stage.observer.until("the second is forgotten", () => concern(stage, "surger")?.detail.kind === "passedOver", 90_000);
    expect(concern(stage, "surger")).toMatchObject({ kind: "stalled", nodes: [second?.spec.nodeName], stuck: true });
    await stage.agree("surger");
    await stage.kubectl("annotate", "ds", "surger", "look-again=1");
    await rolledOut(stage, "surger");
    await stage.observer.until("it is over", () => concern(stage, "surger") === null, 30_000);
  },
  2,
);

story(
  "R18 pods that the kubelet rejects again and again are reported as a loop",
  async (stage) => {
    await stage.apply(agent({ name: "wide" }));
    await rolledOut(stage, "wide");
    const pods = async () =>
      (JSON.parse(await stage.kubectl("get", "pods", "-l", "app=wide", "-o", "json")) as { readonly items: readonly Pod[] }).items;
    const patch = JSON.stringify({ status: { phase: "Failed", reason: "OutOfcpu", message: "Node didn't have enough resource: cpu" } });
    // Rejects each new pod, as a kubelet without capacity does.
    await expect
      .poll(
        async () => {
          for (const { metadata, status } of await pods()) {
            // Before a pod runs, the fake kubelet still writes its status, and would overwrite this patch.
            if (metadata.deletionTimestamp !== undefined || status.phase !== "Running") continue;
            await stage.cluster.kubectl(["patch", "pod", metadata.name, "--subresource=status", "--type=merge", "-p", patch]);
          }
          return concern(stage, "wide")?.kind;
        },
        { timeout: 90_000, intervals: [200] },
      )
      .toBe("backoffLoop");
    expect(concern(stage, "wide")).toMatchObject({ nodes: ["node-0"], stuck: false });
    expect(textOf(concern(stage, "wide"))).toMatch(/^pods fail and are made again on 1 node: OutOfcpu, \d times on node-0$/);
    const answer = (await (await fetch(`${stage.url}/api/explain?namespace=default&daemonSet=wide&node=node-0`)).json()) as {
      readonly rejections?: { readonly count: number; readonly nextTryAtMs?: number };
    };
    expect(answer.rejections?.count).toBeGreaterThanOrEqual(3);
    // The controller reports it too, in its own words, once for each deletion.
    const events = () => stage.kubectl("get", "events", "--field-selector", "reason=FailedDaemonPod", "-o", "name");
    await expect.poll(async () => (await events()).trim().split("\n").length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
    // R23: a server that saw none of the pods knows the loop from the Events.
    await checkOnAnotherServer(stage, {}, async (observer) => {
      const known = () => textOf(observer.record("default/wide")?.concern);
      await observer.until("the loop is known", () => known() !== "", 10_000);
      expect(known()).toMatch(/^pods fail and are made again on 1 node: \w+, at least \d times on node-0$/);
    });
  },
  1,
);

story(
  "R21 R22 a pod that is not Ready after the rollout starts no rollout, and is a concern after ten minutes",
  async (stage) => {
    await stage.apply(agent({ name: "shipper" }));
    await rolledOut(stage, "shipper");
    await stage.quiet();
    const listed = JSON.parse(await stage.kubectl("get", "pods", "-l", "app=shipper", "-o", "json")) as { readonly items: readonly Pod[] };
    const pod = listed.items.find(({ spec }) => spec.nodeName === "node-1");
    const lastTransitionTime = new Date().toISOString();
    // The conditions that a kubelet writes when a readiness probe fails.
    const status = {
      conditions: ["Ready", "ContainersReady"].map((type) => ({ type, status: "False", reason: "ContainersNotReady", lastTransitionTime })),
      containerStatuses: pod?.status.containerStatuses?.map((container) => ({ ...container, ready: false })),
    };
    const patch = JSON.stringify({ status });
    await stage.kubectl("patch", "pod", pod?.metadata.name ?? "", "--subresource=status", "--type=strategic", "-p", patch);
    await stage.observer.until("the controller counts it", () => stage.observer.record("default/shipper")?.reported.numberAvailable === 2);
    await stage.quiet();
    await stage.agree("shipper");
    expect(stage.observer.record("default/shipper")).toMatchObject({
      rollout: { message: 'Waiting for daemon set "shipper" rollout to finish: 2 of 3 updated pods are available...' },
      underWay: false,
      concern: null,
    });
    const environment = { NODE_OPTIONS: `--import=${new URL("clock-ahead.mjs", import.meta.url)}`, CLOCK_AHEAD_MS: String(11 * 60_000) };
    await checkOnAnotherServer(stage, environment, async (observer) => {
      await observer.until("it is said", () => observer.record("default/shipper")?.concern != null, 10_000);
      expect(observer.record("default/shipper")).toMatchObject({
        underWay: false,
        concern: {
          kind: "unavailable",
          detail: { kind: "unavailable", count: 1, causes: [{ count: 1, cause: { kind: "runningNotReady" } }], more: 0 },
          sinceMs: Math.floor(Date.parse(lastTransitionTime) / 1000) * 1000,
          nodes: ["node-1"],
          stuck: false,
        },
      });
    });
  },
  3,
);
