import { AUDIT_CHECKS, SEVERITIES } from "@daemonscope/daemonset/audit/finding";
import type { Flag } from "./flag.ts";

/** Words of `--fail-on`: a severity with those above it, or the id of a check. */
export const AUDIT_FAIL_WORDS = [...SEVERITIES, ...AUDIT_CHECKS] as const;

/** The question of an audit. */
export const AUDIT_FLAGS = [
  {
    name: "fail-on",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    values: AUDIT_FAIL_WORDS,
    commands: ["audit"],
    help: "exit with 11 on findings of this severity or higher (high, medium, low), or with these ids; comma-separated",
  },
  {
    name: "workload",
    shape: "value",
    typedOnly: true,
    value: "REQUESTS",
    commands: ["audit"],
    help: "size of one more pod that could keep an agent off a node (default: cpu=500m,memory=1Gi)",
  },
  {
    name: "costs",
    shape: "alone",
    typedOnly: true,
    commands: ["audit"],
    help: "instead of findings, what agents request and use, by pool and by agent; with one DaemonSet, by node",
  },
] as const satisfies readonly Flag[];
