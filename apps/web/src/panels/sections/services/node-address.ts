import type { ReachPort } from "@daemonscope/shared/http/reach";

/** Returns the address of a host port: the one that it is bound to, else any of the node. */
export const nodeAddress = ({ hostIP, hostPort, protocol }: Partial<Pick<ReachPort, "hostIP" | "hostPort" | "protocol">>): string =>
  `${hostIP === undefined || hostIP === "0.0.0.0" ? "<node>" : hostIP}:${hostPort}${protocol === "TCP" ? "" : `/${protocol}`}`;
