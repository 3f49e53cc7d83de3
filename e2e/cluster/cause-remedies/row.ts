import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import { expect } from "@playwright/test";
import type { Stage } from "../stage.ts";

/** Where a row plays. */
export interface Place {
  readonly namespace: string;
  readonly node: string;
  readonly stage: Stage;
  /** URL of the webhooks. */
  readonly webhooks: string;
}

/** A situation on a real control plane, and what ends it. */
export interface Row {
  /** Also its namespace. */
  readonly name: string;
  readonly kind: CauseKind;
  readonly subject?: string | RegExp;
  /** Fields of the template's spec, and of its only container. */
  readonly template?: object;
  readonly container?: object;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly namespaceLabels?: Readonly<Record<string, string>>;
  readonly objects?: (place: Place) => readonly object[];
  /** Makes the situation complete, once the DaemonSet exists. */
  readonly begin?: (place: Place) => Promise<unknown>;
  /** Carries out what `model.help` names, or the offered command. */
  readonly help: (place: Place) => Promise<unknown>;
}

export const kubectl = ({ stage, namespace }: Place, ...args: readonly string[]) => stage.kubectl("-n", namespace, ...args);
export const patchOf =
  (resource: string, name: string, patch: object, type = "merge") =>
  (place: Place) =>
    kubectl(place, "patch", resource, name, `--type=${type}`, "-p", JSON.stringify(patch));

export async function podOf(place: Place): Promise<string> {
  await expect.poll(() => kubectl(place, "get", "pods", "-o", "name"), { timeout: 30_000 }).not.toBe("");
  const name = (await kubectl(place, "get", "pods", "-o", "name")).trim().split("\n")[0] ?? "";
  return name.replace(/^pod\//, "");
}

export const patchPod = async (place: Place, patch: object, ...flags: readonly string[]) =>
  kubectl(place, "patch", "pod", await podOf(place), ...flags, "-p", JSON.stringify(patch));

export const untilPhase = (place: Place, phase: string) =>
  expect.poll(() => kubectl(place, "get", "pods", "-o", "jsonpath={.items[*].status.phase}"), { timeout: 30_000 }).toBe(phase);
