import type { NodeAllocatable } from "@daemonscope/kube/objects";
import { milliQuantity, parseQuantity } from "@daemonscope/kube/values/quantity";
import { intern, type Json, KEY_LIMIT, MAP_LIMIT } from "./fields.ts";

/** Reports whether a name is one of a device or another resource that the cluster's owner defines.
 *  Source: pkg/apis/core/v1/helper/helpers.go, IsExtendedResourceName. */
const isExtended = (name: string): boolean =>
  name.includes("/") && !name.includes("kubernetes.io/") && !name.startsWith("requests.") && name.length <= KEY_LIMIT;

const isAmount = (amount: number | undefined): amount is number => amount !== undefined && amount >= 0 && Number.isSafeInteger(amount);

/** Returns whole bytes, rounded down: a fraction of a byte is in no real quantity. */
const bytesOf = (text: string): number | undefined => {
  const bytes = parseQuantity(text);
  return bytes === undefined ? undefined : Math.floor(bytes);
};

/** Returns the allocatable amounts of a node that explain refusals; undefined if there are none. The texts of memory
 *  differ from node to node, so they are not interned. */
export function nodeAllocatable(quantities: Json): NodeAllocatable | undefined {
  let cpuMillis: number | undefined;
  let memoryBytes: number | undefined;
  let pods: number | undefined;
  let extended: string[] | undefined;
  let count = 0;
  for (const name in quantities) {
    const text = quantities[name];
    if (++count > MAP_LIMIT) break;
    if (typeof text !== "string") continue;
    if (name === "cpu") cpuMillis = milliQuantity(text);
    else if (name === "memory") memoryBytes = bytesOf(text);
    else if (name === "pods") pods = bytesOf(text);
    else if (isExtended(name) && (milliQuantity(text) ?? 0) > 0) {
      extended ??= [];
      extended.push(intern(name));
    }
  }
  const allocatable: NodeAllocatable = {
    ...(isAmount(cpuMillis) ? { cpuMillis } : {}),
    ...(isAmount(memoryBytes) ? { memoryBytes } : {}),
    ...(isAmount(pods) ? { pods } : {}),
    ...(extended === undefined ? {} : { extended: extended.sort() }),
  };
  return Object.keys(allocatable).length === 0 ? undefined : allocatable;
}
