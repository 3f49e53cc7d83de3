import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { ActionPlan, ActionQuestion, ActionRecord } from "@daemonscope/shared/http/actions";
import type { Ghost, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { expect, test } from "@playwright/test";
import { type Seeded, seeded } from "./differential/seeded.ts";
import { rolling } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

const NODES = 8;
const NAME = "told";
const SEEDS = (process.env.APPLY_SEEDS ?? "1,2").split(",").map(Number);
const ROUNDS = 5;
const TOLERATION = { key: "dedicated", operator: "Exists", effect: "NoSchedule" };

/** Returns a manifest whose parts are each unchanged, different or left out. */
function manifestOf(random: Seeded): Manifest {
  const part = <T>(name: string, values: readonly T[]) => (random.chance(0.4) ? {} : { [name]: random.pick(values) });
  const spec = {
    selector: { matchLabels: { app: NAME } },
    updateStrategy: rolling(random.pick([2, "50%"])),
    ...part("minReadySeconds", [0, 1]),
    template: {
      metadata: { labels: { app: NAME, ...(random.chance(0.3) ? { tier: random.pick(["a", "b"]) } : {}) } },
      spec: {
        ...part("nodeSelector", [{ pool: "a" }, {}]),
        ...part("tolerations", [[TOLERATION], []]),
        containers: [
          {
            name: "agent",
            image: random.pick(["agent:1", "agent:2"]),
            ...part("env", [[{ name: "MODE", value: random.pick(["x", "y"]) }]]),
            ...part("resources", [{ requests: { cpu: random.pick<string | number>([0.1, "100m", "200m"]) } }]),
          },
        ],
      },
    },
  };
  return { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: NAME, namespace: "default" }, spec } as unknown as Manifest;
}

interface Pod {
  readonly metadata: { readonly uid: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string };
}

const NEW = "a new pod";

/** Returns the pod of each node as predicted: the existing one, none, or a new one. */
function predictedPods(before: ReadonlyMap<string, string>, { daemonSets }: WhatIfAnswer): ReadonlyMap<string, string> {
  const predicted = new Map(before);
  const becomes: Partial<Record<Ghost, string | undefined>> = { comes: NEW, restarts: NEW, goes: undefined };
  for (const { ghost, nodes } of daemonSets.find(({ key }) => key === `default/${NAME}`)?.ghosts ?? [])
    for (const node of nodes) {
      if (!(ghost in becomes)) continue;
      const to = becomes[ghost];
      if (to === undefined) predicted.delete(node);
      else predicted.set(node, to);
    }
  return predicted;
}

test.describe("a manifest that we apply on the API server", () => {
  let stage: Stage;
  test.beforeAll(async () => {
    stage = await setStage("applied", NODES, { flags: ["--allow-writes"] });
    const { items } = JSON.parse(await stage.kubectl("get", "nodes", "-o", "json")) as { items: { metadata: { name: string } }[] };
    const names = items.map(({ metadata }) => metadata.name).sort();
    await stage.kubectl("label", "node", ...names.slice(0, 5), "pool=a");
    await stage.kubectl("taint", "node", ...names.slice(3, 6), "dedicated=x:NoSchedule");
  });
  test.afterAll(() => stage.stop());

  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(`${stage.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const podsByNode = async (): Promise<ReadonlyMap<string, string>> => {
    const { items } = JSON.parse(await stage.kubectl("get", "pods", "-l", `app=${NAME}`, "-o", "json")) as { items: readonly Pod[] };
    return new Map(
      items.map(({ metadata, spec }) => [spec.nodeName ?? "", metadata.deletionTimestamp === undefined ? metadata.uid : "going"]),
    );
  };
  /** Waits until the rollout is complete and no pod is terminating. */
  const untilQuiet = async () => {
    await stage.kubectl("rollout", "status", `ds/${NAME}`, "--timeout=120s");
    await expect.poll(async () => [...(await podsByNode()).values()].includes("going"), { timeout: 60_000 }).toBe(false);
    const { metadata, status } = JSON.parse(await stage.kubectl("get", "ds", NAME, "-o", "json"));
    await stage.observer.until(
      "the page has what the controller says",
      () => {
        const record = stage.observer.record(`default/${NAME}`);
        return record?.generation === metadata.generation && record?.reported.numberAvailable === (status.numberAvailable ?? 0);
      },
      30_000,
    );
  };

  for (const seed of SEEDS)
    test(`I3 I4 seed ${seed}: has the effect of its plan, pod by pod and count by count`, async () => {
      test.setTimeout(600_000);
      const random = seeded(seed);
      await stage.kubectl("delete", "ds", NAME, "--ignore-not-found");
      // Another manager applies first. Fields that it set and our manifest omits remain.
      await stage.apply(JSON.stringify(manifestOf(random)));
      await untilQuiet();
      for (let round = 1; round <= ROUNDS; round++) {
        const manifest = manifestOf(random);
        const before = await podsByNode();
        const question: ActionQuestion = { steps: [{ kind: "apply", manifest }], force: true };
        const plan = await post<ActionPlan>("/api/actions/plan", question);
        expect(plan.dryRun.kind, `seed ${seed}, round ${round}`).toBe("accepted");
        await post<ActionRecord>("/api/actions", {
          planId: plan.id,
          ...(plan.confirm.kind === "typed" ? { typed: plan.confirm.name } : {}),
        });
        await untilQuiet();
        const predicted = predictedPods(before, plan.effect);
        const after = await podsByNode();
        const known = new Set(before.values());
        const seen = new Map(Array.from(after, ([node, uid]) => [node, known.has(uid) ? uid : NEW]));
        const where = `seed ${seed}, round ${round}: ${JSON.stringify(manifest.spec)}`;
        expect([...seen].sort(), where).toEqual([...predicted].sort());
        const counts = plan.effect.daemonSets.find(({ key }) => key === `default/${NAME}`)?.then;
        if (counts === undefined) continue;
        const { status } = JSON.parse(await stage.kubectl("get", "ds", NAME, "-o", "json"));
        expect([status.desiredNumberScheduled, status.currentNumberScheduled, status.updatedNumberScheduled ?? 0], where).toEqual([
          counts.desired,
          counts.current,
          counts.updated,
        ]);
      }
    });
});
