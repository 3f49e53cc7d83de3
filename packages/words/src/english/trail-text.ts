import type { CreationCause } from "@daemonscope/daemonset/pods/life/pod-creation";
import { gapText } from "@daemonscope/daemonset/pods/life/trail-links";
import type { TrailName, TrailRequirement } from "@daemonscope/daemonset/pods/life/trail-step";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { english } from "../english.ts";
import { causePhrase } from "../facts/cause-text.ts";

const WANTED: Readonly<Record<CreationCause, string>> = {
  revision: "new revision",
  daemonSet: "DaemonSet created",
  node: "node joined",
  labels: "labels changed",
  taints: "taints changed",
};

const STEPS: Readonly<Record<Exclude<TrailName, "wanted">, string>> = {
  oldDeleted: "old pod deleted",
  oldGone: "old pod gone",
  created: "created",
  bound: "bound",
  takenUp: "accepted",
  sandbox: "sandbox",
  init: "init",
  pulled: "pulled",
  started: "started",
  ready: "Ready",
  available: "available",
  deleted: "deleted",
  gone: "gone",
};

/** Formats the name of a step. The first step is named after what made the pod wanted. */
export function trailStepText(
  name: TrailName,
  wanted: { readonly by: CreationCause; readonly revision?: number | undefined } | undefined,
): string {
  if (name !== "wanted") return STEPS[name];
  const { by = "daemonSet", revision } = wanted ?? {};
  return by === "revision" && revision !== undefined ? `revision ${revision}` : WANTED[by];
}

/** Formats what an outstanding step waits for. */
export function trailNeedText(need: TrailRequirement, nowMs: number): string {
  switch (need.kind) {
    case "scheduler":
      return need.trouble === undefined ? "needs a node" : `needs a node: ${causePhrase(english, need.trouble)}`;
    case "kubelet":
      return "needs its kubelet";
    case "sandbox":
      return "needs volumes and network";
    case "init":
      return `needs ${need.container} to end${need.reason === "" ? "" : `: ${need.reason}`}`;
    case "image":
      return `needs its image: ${need.reason}`;
    case "start":
      return `needs ${need.container} to start${need.reason === "" ? "" : `: ${need.reason}`}`;
    case "ready":
      return `needs ${need.container} ready${need.reason === "" ? "" : `: ${need.reason}`}`;
    case "step":
      return english(`laterModel.step.${need.step}`);
    case "trouble":
      return causePhrase(english, need.trouble);
    case "rejected":
      return `rejected by the kubelet: ${causePhrase(english, need.trouble)}`;
    case "pull":
      return english("laterModel.pod.pulling", { image: need.image, age: gapText(Math.max(0, nowMs - need.sinceMs)) });
    case "grace":
      return need.untilMs === undefined || need.untilMs <= nowMs
        ? "needs its kubelet to say that it ended"
        : `has ${gapText(need.untilMs - nowMs)} to end`;
    case "gates":
      return "needs its readiness gates";
    case "minReadySeconds":
      return need.atMs === undefined || need.atMs <= nowMs ? `needs ${need.seconds} s Ready` : `in ${gapText(need.atMs - nowMs)}`;
    default:
      return assertNever(need);
  }
}
