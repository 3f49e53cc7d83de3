import { expect, test } from "vitest";
import { emptyTemplate } from "../model/objects.fixture.ts";
import { hostPortsOf } from "./host-ports.ts";

const container = (...ports: readonly { readonly containerPort: number; readonly hostPort?: number }[]) => ({
  name: "c",
  image: "i",
  ports,
});

test.each([
  ["R9 ports that are asked for", { containers: [container({ containerPort: 80, hostPort: 8080 }, { containerPort: 81 })] }, [8080]],
  [
    "R9 every port of a pod in the network of its node",
    { hostNetwork: true, containers: [container({ containerPort: 9100 }, { containerPort: 80, hostPort: 80 })] },
    [80, 9100],
  ],
  [
    "R9 ports of containers that start first and stay",
    { containers: [container({ containerPort: 2, hostPort: 2 })], sidecars: [container({ containerPort: 1, hostPort: 1 })] },
    [1, 2],
  ],
  ["R9 none", { hostNetwork: true }, []],
] as const)("%s", (_name, parts, ports) => {
  expect(hostPortsOf({ ...emptyTemplate, ...parts })).toEqual(ports);
});
