import { expect, test } from "vitest";
import { nodeAddress } from "./ReachSection.tsx";

test.each([
  [{ hostPort: 9100, protocol: "TCP" }, "<node>:9100"],
  [{ hostPort: 9100, hostIP: "0.0.0.0", protocol: "TCP" }, "<node>:9100"],
  [{ hostPort: 53, hostIP: "127.0.0.1", protocol: "UDP" }, "127.0.0.1:53/UDP"],
])("T16 the host port %j is reachable at %s", (port, address) => {
  expect(nodeAddress(port)).toBe(address);
});
