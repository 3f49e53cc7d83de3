import { fnv1a32 } from "@daemonscope/kube/values/fnv";
import { parseQuantity } from "@daemonscope/kube/values/quantity";
import { type JsonObject, objectIn } from "../../objects/json.ts";
import { leakedMemoryShare } from "../../objects/simulation-annotations.ts";

/** The use of a container: cores, and bytes of memory. */
export interface ContainerUse {
  readonly cores: number;
  readonly bytes: number;
}

const MEBIBYTE = 2 ** 20;
const CORES_UNASKED = 0.02;
const BYTES_UNASKED = 48 * MEBIBYTE;
/** Time in which a container fills its memory after its start. */
const FILLS_IN_MS = 30_000;
const CPU_PERIOD_MS = 240_000;
const MEMORY_PERIOD_MS = 1_500_000;

/** Returns two random numbers in [0, 1) for one container of one pod. */
function chancesOf(seed: string): readonly [number, number] {
  const hash = fnv1a32(seed);
  return [(hash & 0xffff) / 0x10000, (hash >>> 16) / 0x10000];
}

const amountIn = (resources: JsonObject, part: "requests" | "limits", name: string): number | undefined => {
  const value = objectIn(resources, part)[name];
  return value === undefined ? undefined : parseQuantity(String(value));
};

const wave = (nowMs: number, periodMs: number, phase: number): number => Math.sin(2 * Math.PI * (nowMs / periodMs + phase));

/**
 * Returns the use of a container that runs since `startedMs`: near its requests, below its limits. The memory of a
 * leaking container grows to its limit. Equal seeds and times give equal use.
 */
export function containerUse(container: JsonObject, seed: string, startedMs: number, nowMs: number): ContainerUse {
  const resources = objectIn(container, "resources");
  const [first, second] = chancesOf(seed);
  const ranMs = Math.max(0, nowMs - startedMs);
  const coresLimit = amountIn(resources, "limits", "cpu");
  const wanted = amountIn(resources, "requests", "cpu") ?? coresLimit ?? CORES_UNASKED;
  const cores = wanted * (0.35 + 0.5 * first) * (1 + 0.2 * wave(nowMs, CPU_PERIOD_MS, second));
  const bytesLimit = amountIn(resources, "limits", "memory");
  const asked = amountIn(resources, "requests", "memory") ?? bytesLimit ?? BYTES_UNASKED;
  const filled = 0.4 + 0.6 * Math.min(1, ranMs / FILLS_IN_MS);
  const settled = asked * (0.6 + 0.3 * second) * filled * (1 + 0.02 * wave(nowMs, MEMORY_PERIOD_MS, first));
  const leaked = leakedMemoryShare(String(container.image), ranMs);
  const bytes = leaked === undefined ? settled : (bytesLimit ?? asked * 2) * leaked;
  return {
    cores: Math.min(cores, coresLimit ?? Number.POSITIVE_INFINITY),
    bytes: Math.min(bytes, bytesLimit ?? Number.POSITIVE_INFINITY),
  };
}
