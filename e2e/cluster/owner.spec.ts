import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { english } from "@daemonscope/words/english";
import { ownershipText } from "@daemonscope/words/facts/ownership-text";
import { expect, test } from "@playwright/test";
import { agent, rolling } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

test.describe.configure({ mode: "parallel" });

const SELF_HEAL_MS = 3000;

/** Adds the marks of a delivery tool to a manifest. */
function marked(manifest: string, metadata: object): string {
  const object = JSON.parse(manifest) as { readonly metadata: object };
  return JSON.stringify({ ...object, metadata: { ...object.metadata, ...metadata } });
}

/** Applies a manifest like a delivery tool: server-side, forced, as its field manager. */
async function deliver(stage: Stage, folder: string, manager: string, manifest: string): Promise<void> {
  const file = join(folder, `${manager}.json`);
  writeFileSync(file, manifest);
  await stage.kubectl("apply", "--server-side", "--force-conflicts", `--field-manager=${manager}`, "-f", file);
}

/** Acts as Argo CD with self-heal: restores the image of its manifest some time after another manager changed it. */
async function selfHeal(stage: Stage, name: string, image: string, heal: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const live = await stage.kubectl("get", "ds", name, "-o", "jsonpath={.spec.template.spec.containers[0].image}");
    if (live !== image) {
      await sleep(SELF_HEAL_MS);
      await heal();
    }
    await sleep(500);
  }
}

interface WhatIf {
  readonly steps: readonly { readonly owner?: { readonly message: string } }[];
}

/** Returns what the owner does to the change, by our server. */
async function warningOf({ url }: Stage, name: string, edit: object): Promise<string | undefined> {
  const step = { kind: "edit", namespace: "default", name, edit };
  const response = await fetch(`${url}/api/what-if`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ steps: [step] }),
  });
  return ((await response.json()) as WhatIf).steps[0]?.owner?.message;
}

test("R33 the owners of DaemonSets are named, and a revert by Argo CD is shown, on a real control plane", async () => {
  const stage = await setStage("owners", 3);
  const folder = mkdtempSync(join(tmpdir(), "owner-"));
  const ends = new AbortController();
  try {
    const trackingOf = (name: string) => ({ "argocd.argoproj.io/tracking-id": `agents:apps/DaemonSet:default/${name}` });
    const byArgo = marked(agent({ name: "by-argo", strategy: rolling(1) }), { annotations: trackingOf("by-argo") });
    const heal = () => deliver(stage, folder, "argocd-controller", byArgo);
    await heal();
    const flux = { "kustomize.toolkit.fluxcd.io/name": "agents", "kustomize.toolkit.fluxcd.io/namespace": "flux-system" };
    await deliver(stage, folder, "kustomize-controller", marked(agent({ name: "by-flux" }), { labels: flux }));
    await stage.apply(marked(agent({ name: "copied" }), { labels: flux, annotations: trackingOf("by-argo") }));
    const releasedAs = {
      labels: { "app.kubernetes.io/managed-by": "Helm" },
      annotations: { "meta.helm.sh/release-namespace": "default", "meta.helm.sh/release-name": "agents" },
    };
    await deliver(stage, folder, "helm", marked(agent({ name: "by-helm" }), releasedAs));
    const both = { ...releasedAs, annotations: { ...releasedAs.annotations, ...trackingOf("contested") } };
    await deliver(stage, folder, "argocd-controller", marked(agent({ name: "contested" }), both));
    await stage.kubectl("create", "configmap", "fleet");
    const uid = await stage.kubectl("get", "configmap", "fleet", "-o", "jsonpath={.metadata.uid}");
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "fleet", uid, controller: true }];
    await deliver(stage, folder, "fleet-operator", marked(agent({ name: "by-operator" }), { ownerReferences }));
    const ownerOf = (name: string) => {
      const ownership = stage.observer.record(`default/${name}`)?.ownership;
      return ownership === undefined ? "" : ownershipText(english, ownership);
    };
    await stage.observer.until("Argo CD is the owner", () => ownerOf("by-argo") === "Argo CD application agents");
    await stage.observer.until("Flux is the owner", () => ownerOf("by-flux") === "Flux Kustomization flux-system/agents");
    await stage.observer.until("Helm is the owner", () => ownerOf("by-helm") === "Helm release default/agents");
    await stage.observer.until("an operator is the owner", () => ownerOf("by-operator") === "ConfigMap fleet");
    const contested = "unknown, because several claim it: Argo CD application agents, Helm release default/agents";
    await stage.observer.until("two claims are no owner", () => ownerOf("contested") === contested);
    await stage.observer.until("marks alone are no owner", () => ownerOf("copied") === "kubectl apply");
    const image = { kind: "image", container: "agent", image: "agent:2" };
    const mayRevert = "Argo CD application agents manages spec.template: it may revert this change.";
    expect(await warningOf(stage, "by-argo", image)).toBe(mayRevert);
    expect(await warningOf(stage, "by-argo", { kind: "restart" })).toBeUndefined();
    expect(await warningOf(stage, "by-flux", image)).toMatch(/unless it is suspended, its next reconciliation reverts this change\.$/);
    expect(await warningOf(stage, "by-operator", image)).toBe(
      "ConfigMap fleet controls this DaemonSet: its operator may revert this change.",
    );
    expect(await warningOf(stage, "contested", image)).toMatch(/Each may revert this change\.$/);
    expect(await warningOf(stage, "copied", image)).toBeUndefined();

    const settled = () => stage.observer.record("default/by-argo")?.derived?.numberAvailable === 3;
    await stage.observer.until("all run", settled);
    await stage.kubectl("set", "image", "ds/by-argo", "agent=agent:2");
    const author = () => stage.observer.record("default/by-argo")?.changedBy;
    await stage.observer.until("the edit is shown", () => author() === "kubectl-set");
    const another = { ...image, image: "agent:3" };
    expect(await warningOf(stage, "by-argo", another), "while another manager has the image").toBe(mayRevert);
    const healing = selfHeal(stage, "by-argo", "agent:1", heal, ends.signal);
    await stage.observer.until("the revert is shown", () => author() === "argocd-controller");
    ends.abort();
    await healing;
    await stage.quiet();
    expect(stage.observer.record("default/by-argo")?.concern, "a revert is no problem").toBeNull();

    const strategyOf = (maxUnavailable: number) => JSON.stringify({ spec: { updateStrategy: { rollingUpdate: { maxUnavailable } } } });
    await stage.kubectl("patch", "ds", "by-argo", "-p", strategyOf(2));
    const generation = () => stage.observer.record("default/by-argo")?.generation;
    await stage.observer.until("the edited strategy is shown", () => generation() === 4);
    await heal();
    const reverted = () => stage.observer.record("default/by-argo")?.strategyReverted?.owner.name;
    await stage.observer.until("the reverted strategy is shown", () => reverted() === "agents");
    await stage.quiet();
    await stage.agree("by-argo");
  } finally {
    ends.abort();
    rmSync(folder, { recursive: true, force: true });
    await stage.stop();
  }
});
