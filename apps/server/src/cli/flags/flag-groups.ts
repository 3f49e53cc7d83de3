import { ADDRESS_FLAGS } from "./address-flags.ts";
import { CLUSTER_FLAGS } from "./cluster-flags.ts";
import { type CommandName, clientCommands } from "./commands.ts";
import { ENGINE_FLAGS } from "./engine-flags.ts";
import type { Flag } from "./flag.ts";
import { FLAGS } from "./flags.ts";
import { HISTORY_FLAGS } from "./history-flags.ts";
import { MONITORING_FLAGS } from "./monitoring-flags.ts";
import { SIGN_IN_FLAGS } from "./sign-in-flags.ts";
import { SIMULATED_FLAGS } from "./simulated-flags.ts";
import { WRITE_FLAGS } from "./write-flags.ts";

export interface FlagGroup {
  readonly title: string;
  readonly flags: readonly Flag[];
}

const shownFlags: readonly Flag[] = (FLAGS as readonly Flag[]).filter(({ help }) => help !== undefined);
/** The flags of every command. */
const everyCommand = shownFlags.filter(({ name }) => name === "help" || name === "version");
const CLUSTER_GROUPS: readonly FlagGroup[] = [
  { title: "Cluster", flags: CLUSTER_FLAGS },
  { title: "Engine", flags: ENGINE_FLAGS },
  { title: "Simulated cluster", flags: SIMULATED_FLAGS },
];
/** Groups of a command with many flags. */
const OWN_GROUPS: readonly FlagGroup[] = [
  { title: "Address options", flags: ADDRESS_FLAGS },
  { title: "Sign-in options", flags: SIGN_IN_FLAGS },
  { title: "Monitoring options", flags: MONITORING_FLAGS },
  { title: "History options", flags: HISTORY_FLAGS },
  { title: "Options for changes", flags: WRITE_FLAGS },
];
/** A smaller group is part of the other options. */
const MIN_GROUP_SIZE = 2;

/** Reports whether several commands share a flag that selects a cluster. Such flags are not in the help of each. */
const isShared = (flag: Flag): boolean => flag.commands.length > 1 && CLUSTER_GROUPS.some(({ flags }) => flags.includes(flag));

/** The flags that commands share. A name appears once, with its first row. */
export const SHARED_GROUPS: readonly FlagGroup[] = [
  ...CLUSTER_GROUPS.map(({ title, flags }) => ({
    title,
    flags: flags.filter((flag, at) => isShared(flag) && flags.findIndex(({ name }) => name === flag.name) === at),
  })),
  { title: "Every command", flags: everyCommand },
];

/** Reports whether a command reads a cluster, so that it also has the shared flags. */
export const hasSharedFlags = (command: CommandName): boolean => clientCommands.includes(command);

/** Returns the flags in the help of a command, without those of `daemonscope options`. */
export function ownGroups(command: CommandName): readonly FlagGroup[] {
  const own = shownFlags.filter(
    (flag) => flag.commands.includes(command) && !everyCommand.includes(flag) && !(hasSharedFlags(command) && isShared(flag)),
  );
  const groups = OWN_GROUPS.map(({ title, flags }) => ({ title, flags: flags.filter((flag) => own.includes(flag)) })).filter(
    ({ flags }) => flags.length >= MIN_GROUP_SIZE,
  );
  const rest = own.filter((flag) => !groups.some(({ flags }) => flags.includes(flag)));
  return [{ title: "Options", flags: rest }, ...groups].filter(({ flags }) => flags.length > 0);
}
