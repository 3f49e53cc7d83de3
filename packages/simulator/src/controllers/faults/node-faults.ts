import type { Fault } from "./fault.ts";
import { endsPod, inOrder, isSilent, LONG_SECONDS, later, leaves, reportsNotReady, taintsNode } from "./objects-of-fault.ts";

const keepsPod = true;

/** Faults of a node, and of pods on it that do not end. */
export const NODE_FAULTS = {
  nodeNotReady: { keepsPod, begin: reportsNotReady },
  // A silent node makes its pods unready. Pod garbage collection then needs some time.
  nodeGone: { keepsPod, begin: inOrder(isSilent, later(60_000, leaves)) },
  nodeLeaving: { keepsPod, begin: taintsNode("ToBeDeletedByClusterAutoscaler", "1") },
  terminating: { keepsPod, begin: endsPod(LONG_SECONDS) },
  terminatingOnNotReady: { keepsPod, begin: inOrder(reportsNotReady, endsPod(LONG_SECONDS)) },
  kubeletSilent: { keepsPod, begin: inOrder(isSilent, endsPod()) },
} as const satisfies Readonly<Record<string, Fault>>;
