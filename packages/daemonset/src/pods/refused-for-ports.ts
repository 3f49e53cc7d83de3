import type { CauseFact } from "../records/cause-fact.ts";

/** Reports whether the scheduler refuses the pod because another pod holds one of its host ports. The scheduler's
 *  text is `node(s) didn't have free ports for the requested pod ports`.
 *  Source: kubernetes pkg/scheduler/framework/plugins/nodeports/node_ports.go, ErrReason. */
export const isRefusedForPorts = (cause: CauseFact): boolean => cause.kind === "reason" && cause.reason.includes("didn't have free ports");
