import { describe, expect, it, test } from "vitest";
import { emptyTemplate } from "../model/objects.fixture.ts";
import { clashingPorts, type HostPort, hostPortsOf, portNumbers } from "./host-ports.ts";

interface Port {
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly protocol?: string;
  readonly hostIP?: string;
}
const container = (...ports: readonly Port[]) => ({ name: "c", image: "i", ports });
const portOf = (port: number, more: Partial<HostPort> = {}): HostPort => ({ port, protocol: "TCP", hostIP: "0.0.0.0", ...more });

test.each([
  ["R9 requested ports", { containers: [container({ containerPort: 80, hostPort: 8080 }, { containerPort: 81 })] }, [8080]],
  [
    "R9 every port of a pod with hostNetwork",
    { hostNetwork: true, containers: [container({ containerPort: 9100 }, { containerPort: 80, hostPort: 80 })] },
    [80, 9100],
  ],
  [
    "R9 ports of sidecars",
    { containers: [container({ containerPort: 2, hostPort: 2 })], sidecars: [container({ containerPort: 1, hostPort: 1 })] },
    [1, 2],
  ],
  ["R9 none", { hostNetwork: true }, []],
] as const)("%s", (_name, parts, ports) => {
  expect(portNumbers(hostPortsOf({ ...emptyTemplate, ...parts }))).toEqual(ports);
});

it("R9 a port without a protocol is TCP, and a port without an address binds all addresses", () => {
  expect(hostPortsOf({ ...emptyTemplate, containers: [container({ containerPort: 53, hostPort: 53 })] })).toEqual([portOf(53)]);
});

describe("R9 two ports that conflict", () => {
  const rows: readonly [string, readonly HostPort[], readonly HostPort[], readonly number[]][] = [
    ["the same port", [portOf(53)], [portOf(53)], [53]],
    ["another number", [portOf(53)], [portOf(54)], []],
    ["another protocol", [portOf(53)], [portOf(53, { protocol: "UDP" })], []],
    ["two addresses", [portOf(53, { hostIP: "10.0.0.1" })], [portOf(53, { hostIP: "10.0.0.2" })], []],
    ["one address and all addresses", [portOf(53, { hostIP: "10.0.0.1" })], [portOf(53)], [53]],
    ["only the conflicting ones of several", [portOf(9100), portOf(53), portOf(53, { protocol: "UDP" })], [portOf(53), portOf(80)], [53]],
    ["none at all", [], [portOf(53)], []],
  ];
  it.each(rows)("%s", (_name, wanted, others, ports) => {
    expect(clashingPorts(wanted, others)).toEqual(ports);
    expect(clashingPorts(others, wanted)).toEqual(ports);
  });
});
