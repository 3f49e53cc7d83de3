import { setTimeout as sleep } from "node:timers/promises";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import type { JoinsAnswer } from "@daemonscope/shared/http/joins";
import type { NodePodsAnswer } from "@daemonscope/shared/http/node-pods";
import { expect, test } from "@playwright/test";
import { agent } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

const LATE = "late-node";

interface Pod {
  readonly metadata: { readonly name: string; readonly creationTimestamp: string };
  readonly spec: { readonly nodeName?: string };
  readonly status: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly lastTransitionTime: string }[];
  };
}

const answerOf = async <T>({ url }: Stage, path: string): Promise<T> => (await (await fetch(`${url}${path}`)).json()) as T;

/** Adds a node like another one. */
async function addNode(stage: Stage): Promise<void> {
  const node = JSON.parse(await stage.kubectl("get", "node", "node-0", "-o", "json"));
  const { labels, annotations } = node.metadata;
  const metadata = { name: LATE, labels: { ...labels, "kubernetes.io/hostname": LATE }, annotations };
  await stage.apply(JSON.stringify({ apiVersion: "v1", kind: "Node", metadata, status: node.status }));
}

async function podOf(stage: Stage, name: string): Promise<Pod | undefined> {
  const { items } = JSON.parse(await stage.kubectl("get", "pods", "-l", `app=${name}`, "-o", "json")) as { readonly items: readonly Pod[] };
  return items.find(({ spec }) => spec.nodeName === LATE);
}

const readyAtMs = (pod: Pod | undefined): number | undefined => {
  const ready = pod?.status.conditions?.find(({ type }) => type === "Ready");
  return ready?.status === "True" ? Date.parse(ready.lastTransitionTime) : undefined;
};

async function joinsOn(stage: Stage, node: string): Promise<Readonly<Record<string, object | undefined>>> {
  const { daemonSets } = await answerOf<NodeAnswer>(stage, `/api/node?name=${node}`);
  return Object.fromEntries(daemonSets.map(({ key, join }) => [key, join]));
}

test("N4 the times from join to ready are those of the first pods, on a real control plane", async () => {
  test.setTimeout(180_000);
  const stage = await setStage("joins", 2);
  try {
    const names = ["one", "two"];
    for (const name of names) await stage.apply(agent({ name, tolerations: [{ operator: "Exists" }] }));
    for (const name of names) await stage.kubectl("rollout", "status", `ds/${name}`, "--timeout=120s");
    await sleep(2000);
    await addNode(stage);
    for (const name of names)
      await expect.poll(async () => readyAtMs(await podOf(stage, name)), { timeout: 60_000, message: `${name} is Ready` }).toBeDefined();
    const joinedAtMs = Date.parse(await stage.kubectl("get", "node", LATE, "-o", "jsonpath={.metadata.creationTimestamp}"));
    const expected: Record<string, object> = {};
    for (const name of names) {
      const pod = await podOf(stage, name);
      const createdMs = Date.parse(pod?.metadata.creationTimestamp ?? "") - joinedAtMs;
      expected[`default/${name}`] = { createdMs, readyMs: (readyAtMs(pod) ?? Number.NaN) - joinedAtMs };
    }
    await expect.poll(() => joinsOn(stage, LATE), { timeout: 30_000 }).toEqual(expected);
    const { pods } = await answerOf<NodePodsAnswer>(stage, `/api/node-pods?name=${LATE}`);
    for (const { createdAtMs = 0, startedAtMs = 0 } of pods) expect(startedAtMs).toBeGreaterThanOrEqual(createdAtMs);
    // A replaced pod is not the first one.
    const first = (await podOf(stage, "one"))?.metadata.name ?? "";
    await sleep(2000);
    await stage.kubectl("delete", "pod", first, "--wait=false");
    await expect
      .poll(
        async () => {
          const pod = await podOf(stage, "one");
          return pod?.metadata.name !== first && readyAtMs(pod) !== undefined;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await expect.poll(() => joinsOn(stage, LATE), { timeout: 30_000 }).toEqual(expected);
    // The DaemonSets are newer than the first nodes.
    expect(await joinsOn(stage, "node-0")).toEqual({ "default/one": undefined, "default/two": undefined });
    const { pools: found } = await answerOf<JoinsAnswer>(stage, "/api/joins?namespace=default&daemonSet=one");
    expect(found.map(({ nodes, slowest }) => [nodes, slowest.node])).toEqual([[1, LATE]]);
  } finally {
    await stage.stop();
  }
});
