import { numberIn, objectsIn, textIn } from "../objects/json.ts";
import type { PlacedContainer } from "./containers-with-paths.ts";

interface PlacedPort {
  readonly path: string;
  readonly name: string;
  readonly containerPort: number;
  readonly hostPort: number;
  readonly hostIp: string;
  readonly protocol: string;
}

const portsOf = (containers: readonly PlacedContainer[]): readonly PlacedPort[] =>
  containers.flatMap(({ container, path }) =>
    objectsIn(container, "ports").map((port, at) => ({
      path: `${path}.ports[${at}]`,
      name: textIn(port, "name"),
      containerPort: numberIn(port, "containerPort") ?? 0,
      hostPort: numberIn(port, "hostPort") ?? 0,
      hostIp: textIn(port, "hostIP"),
      protocol: textIn(port, "protocol"),
    })),
  );

function clash(port: PlacedPort, other: PlacedPort): string | undefined {
  if (port.hostIp === other.hostIp && port.hostPort === other.hostPort) return "duplicate port definition with";
  if (port.hostPort === 0 || other.hostPort === 0) return "overlapping port definition with";
  const oneIsEverywhere = (port.hostIp === "") !== (other.hostIp === "");
  return port.hostPort === other.hostPort && oneIsEverywhere ? "dangerously ambiguous port definition with" : undefined;
}

/** Ports that get into each other's way, within a container or between those of a pod. */
export function portWarnings(containers: readonly PlacedContainer[]): readonly string[] {
  const warnings: string[] = [];
  const ports = portsOf(containers);
  for (const [at, port] of ports.entries()) {
    const { containerPort, hostPort, hostIp, protocol, name, path } = port;
    if (hostIp !== "" && hostPort === 0)
      warnings.push(
        `${path}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIp}}`,
      );
    for (const other of ports.slice(0, at)) {
      if (other.containerPort !== containerPort || other.protocol !== protocol) continue;
      const how = clash(port, other);
      if (how !== undefined) warnings.push(`${path}: ${how} ${other.path}`);
    }
  }
  const named = new Map<string, string>();
  for (const { name, path } of ports) {
    const first = named.get(name);
    if (first !== undefined)
      warnings.push(
        `${path}: duplicate port name "${name}" with ${first}, services and probes that select ports by name will use ${first}`,
      );
    else if (name !== "") named.set(name, path);
  }
  return warnings;
}
