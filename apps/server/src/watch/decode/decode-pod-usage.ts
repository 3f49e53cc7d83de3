import type { MeasuredUsage } from "@daemonscope/daemonset/pods/life/usage-share";
import { parseQuantity } from "@daemonscope/kube/values/quantity";
import { timeMs } from "@daemonscope/kube/values/time";
import { filledField, type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";

/** A PodMetrics: the resource usage of each container, its time and its window. */
interface PodUsage {
  readonly atMs: number | undefined;
  /** A duration in Go's format: `15.048s`. */
  readonly window: string;
  readonly containers: Readonly<Record<string, MeasuredUsage>>;
}

function quantityIn(usage: Json, resource: string): number | undefined {
  const text = filledField(usage, resource);
  return text === undefined ? undefined : parseQuantity(text);
}

/** Reads a PodMetrics of metrics.k8s.io/v1beta1. Never throws; unreadable values are left out. */
export function decodePodUsage(value: Json): PodUsage {
  const containers: Record<string, MeasuredUsage> = Object.create(null);
  for (const container of objectsField(value, "containers")) {
    const usage = objectField(container, "usage");
    containers[textField(container, "name") ?? ""] = { cores: quantityIn(usage, "cpu"), bytes: quantityIn(usage, "memory") };
  }
  return { atMs: timeMs(filledField(value, "timestamp")), window: textField(value, "window") ?? "", containers };
}
