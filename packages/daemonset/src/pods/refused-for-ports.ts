import type { CauseFact } from "../records/cause-fact.ts";

/** Whether the scheduler refuses the pod because another pod holds a host port of it. Its words: `node(s) didn't have free ports for the requested pod ports`.
 *  Source: kubernetes pkg/scheduler/framework/plugins/nodeports/node_ports.go, ErrReason. */
export const isRefusedForPorts = (cause: CauseFact): boolean => cause.kind === "reason" && cause.reason.includes("didn't have free ports");
