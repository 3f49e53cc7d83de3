import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/** The field manager of the server's writes. */
const OWN_MANAGER = "daemonscope";

/** Reports whether Daemonscope made the last change, and its user is unknown. */
export const isOwnChange = ({ changedBy, changedByUser }: Pick<DaemonSetRecord, "changedBy" | "changedByUser">): boolean =>
  changedBy === OWN_MANAGER && changedByUser === undefined;
