import { LAB_IMAGE_KINDS, type LabImageKind } from "@daemonscope/shared/http/lab";

const KINDS = LAB_IMAGE_KINDS.filter((kind) => kind !== "good").join("|");
const ENDING = new RegExp(`(?:-lab\\d+)?(?:-(?:${KINDS}))*$`);

/**
 * Returns the next image of the same repository. Simulated pods behave as the name of their image states
 * (docs/simulator.md).
 */
export function nextImage(image: string, kind: LabImageKind, number: number): string {
  const stem = image.replace(/@sha256:[0-9a-f]+$/, "").replace(ENDING, "");
  const tagged = /:[^/]+$/.test(stem) ? stem : `${stem}:v1`;
  return `${tagged}-lab${number}${kind === "good" ? "" : `-${kind}`}`;
}
