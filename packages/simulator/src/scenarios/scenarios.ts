import { nearestNames } from "@daemonscope/kube/nearest";
import { badImage } from "./bad-image.ts";
import { bigCluster } from "./big-cluster.ts";
import { controlPlaneTaint } from "./control-plane-taint.ts";
import { hwRng } from "./hw-rng.ts";
import { imageUpdate } from "./image-update.ts";
import { minReadySeconds } from "./min-ready-seconds.ts";
import { onDelete } from "./on-delete.ts";
import type { Scenario } from "./scenario.ts";
import { surge } from "./surge.ts";
import { tour } from "./tour.ts";

/** All scenarios, the default first. */
export const SCENARIOS: readonly Scenario[] = [
  tour,
  controlPlaneTaint,
  hwRng,
  minReadySeconds,
  imageUpdate,
  onDelete,
  surge,
  badImage,
  bigCluster,
];

export const DEFAULT_SCENARIO = tour.name;

/** The scenario of a name, or one sentence that names the nearest and all there are. */
export function findScenario(name: string): { readonly scenario: Scenario } | { readonly problem: string } {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario !== undefined) return { scenario };
  const names = SCENARIOS.map((candidate) => candidate.name);
  const near = nearestNames(name, names)[0];
  return {
    problem: `there is no scenario "${name}"${near === undefined ? "" : `, did you mean "${near}"`}? There are: ${names.join(", ")}`,
  };
}
