import type { NodeAllocatable, StringMap } from "@daemonscope/kube/objects";
import { milliQuantity } from "@daemonscope/kube/values/quantity";
import { type Amount, amountText } from "../capacity/amount.ts";
import type { CauseDetail, CauseKind } from "../records/cause-fact.ts";

/** A shortage that free capacity does not end. */
interface Shortage {
  readonly kind: Extract<CauseKind, "onePodNode" | "tooLarge" | "resourceMissing">;
  readonly subject?: string;
  readonly detail: CauseDetail;
}

/** Names of resources in the scheduler's words. Source: plugins/noderesources/fit.go, InsufficientResource. */
const INSUFFICIENT = /Insufficient ([^\s,]{1,317})/g;
const TOO_MANY_PODS = "Too many pods";
/** Thousandths in billionths, the unit of an amount. */
const MILLI: Amount = 1_000_000n;

/** Returns the amount that a node has of a resource, in thousandths; undefined if the node does not state it. */
function allocatableMilli(resource: string, { cpuMillis, memoryBytes }: NodeAllocatable): number | undefined {
  if (resource === "cpu") return cpuMillis;
  return resource === "memory" && memoryBytes !== undefined ? memoryBytes * 1000 : undefined;
}

const textOfMilli = (resource: string, milli: number): string => amountText(resource, BigInt(milli) * MILLI);

/** Returns why a node can never run a pod that the scheduler refused for its room; undefined if free capacity would
 *  help, as far as the node's amounts are known. `words`: the node's entries in the scheduler's message. */
export function shortageOf(words: string, requests: StringMap = {}, allocatable: NodeAllocatable = {}): Shortage | undefined {
  if (words.includes(TOO_MANY_PODS) && allocatable.pods !== undefined && allocatable.pods <= 1) return { kind: "onePodNode", detail: {} };
  const lacking = [...words.matchAll(INSUFFICIENT)].map(([, resource = ""]) => resource);
  // A node that states no amounts may not have reported yet.
  const isReported = allocatable.cpuMillis !== undefined || allocatable.memoryBytes !== undefined;
  const missing = lacking.filter((resource) => resource.includes("/") && isReported && allocatable.extended?.includes(resource) !== true);
  if (missing.length > 0) return { kind: "resourceMissing", subject: missing.join(", "), detail: {} };
  const tooLarge = lacking.flatMap((resource) => {
    const request = milliQuantity(requests[resource] ?? "");
    const whole = allocatableMilli(resource, allocatable);
    return request !== undefined && whole !== undefined && request > whole ? [{ resource, whole }] : [];
  });
  if (tooLarge.length === 0) return undefined;
  return {
    kind: "tooLarge",
    subject: tooLarge.map(({ resource }) => `${resource} ${requests[resource]}`).join(", "),
    detail: { allocatable: tooLarge.map(({ resource, whole }) => textOfMilli(resource, whole)).join(", ") },
  };
}
