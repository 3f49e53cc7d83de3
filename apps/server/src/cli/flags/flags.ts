import { ADDRESS_FLAGS } from "./address-flags.ts";
import { AUDIT_FLAGS } from "./audit-flags.ts";
import { CLUSTER_FLAGS } from "./cluster-flags.ts";
import { COMMAND_FLAGS } from "./command-flags.ts";
import { ENGINE_FLAGS } from "./engine-flags.ts";
import { EXPLAIN_FLAGS } from "./explain-flags.ts";
import type { Flag } from "./flag.ts";
import { HISTORY_FLAGS } from "./history-flags.ts";
import { LIST_FLAGS } from "./list-flags.ts";
import { MONITORING_FLAGS } from "./monitoring-flags.ts";
import { NAMESPACE_FLAGS } from "./namespace-flags.ts";
import { OUTPUT_FLAGS } from "./output-flags.ts";
import { PODS_FLAGS } from "./pods-flags.ts";
import { RECORDING_FLAGS } from "./recording-flags.ts";
import { SERVING_FLAGS } from "./serving-flags.ts";
import { SIGN_IN_FLAGS } from "./sign-in-flags.ts";
import { SIMULATED_FLAGS } from "./simulated-flags.ts";
import { WHAT_IF_FLAGS } from "./what-if-flags.ts";
import { WRITE_FLAGS } from "./write-flags.ts";

/**
 * Every flag, in the order of help. The environment mirrors each one that is not `typedOnly`: `--log-level` is
 * DAEMONSCOPE_LOG_LEVEL.
 */
export const FLAGS = [
  ...CLUSTER_FLAGS,
  ...NAMESPACE_FLAGS,
  ...SIMULATED_FLAGS,
  ...ADDRESS_FLAGS,
  ...SIGN_IN_FLAGS,
  ...MONITORING_FLAGS,
  ...HISTORY_FLAGS,
  ...WRITE_FLAGS,
  ...SERVING_FLAGS,
  ...EXPLAIN_FLAGS,
  ...PODS_FLAGS,
  ...ENGINE_FLAGS,
  ...RECORDING_FLAGS,
  ...WHAT_IF_FLAGS,
  ...AUDIT_FLAGS,
  ...OUTPUT_FLAGS,
  ...LIST_FLAGS,
  ...COMMAND_FLAGS,
] as const satisfies readonly Flag[];

export type FlagName = (typeof FLAGS)[number]["name"];

/** Returns the flag's name in the environment. */
export function environmentName(name: string): string {
  return `DAEMONSCOPE_${name.toUpperCase().replaceAll("-", "_")}`;
}
