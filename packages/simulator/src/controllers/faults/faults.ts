import { CREATE_FAULTS } from "./create-faults.ts";
import { DAEMON_SET_FAULTS } from "./daemonset-faults.ts";
import type { Fault } from "./fault.ts";
import { READY_FAULTS, REJECTION_FAULTS, RUN_FAULTS, START_FAULTS } from "./kubelet-faults.ts";
import { NODE_FAULTS } from "./node-faults.ts";
import { SCHEDULING_FAULTS } from "./scheduling-faults.ts";

/** The faults that the simulator can produce, by the kind of the cause that the dashboard names for it. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  ...CREATE_FAULTS,
  ...SCHEDULING_FAULTS,
  ...REJECTION_FAULTS,
  ...START_FAULTS,
  ...RUN_FAULTS,
  ...READY_FAULTS,
  ...NODE_FAULTS,
  ...DAEMON_SET_FAULTS,
};
