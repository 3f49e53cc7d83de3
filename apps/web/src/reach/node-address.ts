import type { ReachPort } from "@daemonscope/shared/http/reach";

/** Where a host port is reached: at the address that it is bound to, else at any of the node. */
export const nodeAddress = ({ hostIP, hostPort, protocol }: Partial<Pick<ReachPort, "hostIP" | "hostPort" | "protocol">>): string =>
  `${hostIP === undefined || hostIP === "0.0.0.0" ? "<node>" : hostIP}:${hostPort}${protocol === "TCP" ? "" : `/${protocol}`}`;
