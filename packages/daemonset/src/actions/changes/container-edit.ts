import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { ContainerPort } from "@daemonscope/kube/objects";
import type { DaemonSetEdit, HostPortEdit } from "./change.ts";
import { existingPath, type JsonPatchOperation, mapOperations, pointer } from "./json-patch.ts";
import type { ContainerFacts } from "./plan-facts.ts";

/** The part of one container that changes. */
export type ContainerEdit = Extract<DaemonSetEdit, { readonly container: string }>;

const protocolOf = ({ protocol }: { readonly protocol?: string | undefined }): string => protocol ?? "TCP";
const isPort = (port: ContainerPort, wanted: HostPortEdit): boolean =>
  port.containerPort === wanted.containerPort && protocolOf(port) === protocolOf(wanted);
const newPort = ({ hostPort, ...port }: HostPortEdit): ContainerPort => ({ ...port, ...(hostPort === null ? {} : { hostPort }) });

function withPort(ports: readonly ContainerPort[], wanted: HostPortEdit): readonly ContainerPort[] {
  const at = ports.findIndex((port) => isPort(port, wanted));
  const existing = ports[at];
  if (existing === undefined) return wanted.hostPort === null ? ports : [...ports, newPort(wanted)];
  const { hostPort: _, ...port } = existing;
  return ports.with(at, { ...port, ...(wanted.hostPort === null ? {} : { hostPort: wanted.hostPort }) });
}

/** Returns the container after the edit. */
export function editedContainer<Container extends ContainerFacts>(container: Container, edit: ContainerEdit): Container {
  switch (edit.kind) {
    case "image":
      return { ...container, image: edit.image };
    case "resources": {
      const kept = Object.entries(container.requests ?? {}).filter(([resource]) => !edit.remove.includes(resource));
      const { requests: _, ...rest } = container;
      const requests = { ...Object.fromEntries(kept), ...edit.set };
      return { ...rest, ...(Object.keys(requests).length === 0 ? {} : { requests }) } as Container;
    }
    case "hostPorts":
      return { ...container, ports: edit.ports.reduce(withPort, container.ports ?? []) };
    default:
      return assertNever(edit);
  }
}

function portOperations(path: string, before: readonly ContainerPort[], wanted: readonly HostPortEdit[]): readonly JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  let ports = before;
  for (const edit of wanted) {
    const at = ports.findIndex((port) => isPort(port, edit));
    const existing = ports[at];
    const portPath = `${path}/${at}`;
    if (existing === undefined && edit.hostPort !== null) {
      const isFirst = ports.length === 0;
      if (isFirst) operations.push(existingPath(path, undefined), { op: "add", path, value: [newPort(edit)] });
      else operations.push({ op: "add", path: `${path}/-`, value: newPort(edit) });
    } else if (existing !== undefined && (existing.hostPort ?? null) !== edit.hostPort) {
      operations.push(
        existingPath(`${portPath}/containerPort`, existing.containerPort),
        existingPath(`${portPath}/hostPort`, existing.hostPort),
      );
      operations.push(
        edit.hostPort === null
          ? { op: "remove", path: `${portPath}/hostPort` }
          : { op: "add", path: `${portPath}/hostPort`, value: edit.hostPort },
      );
    }
    ports = withPort(ports, edit);
  }
  return operations;
}

/** Returns the patch operations of the edit below the template's `spec`, with tests for all assumptions; undefined
 *  if no container has this name. */
export function containerOperations(
  template: string,
  containers: readonly ContainerFacts[],
  edit: ContainerEdit,
): readonly JsonPatchOperation[] | undefined {
  const at = containers.findIndex(({ name }) => name === edit.container);
  const existing = containers[at];
  if (existing === undefined) return undefined;
  const path = template + pointer("containers", at);
  const nameTest = existingPath(`${path}/name`, existing.name);
  const operations = ((): readonly JsonPatchOperation[] => {
    switch (edit.kind) {
      case "image":
        return [existingPath(`${path}/image`, existing.image), { op: "replace", path: `${path}/image`, value: edit.image }];
      case "resources":
        return mapOperations(`${path}/resources/requests`, existing.requests ?? {}, {
          ...Object.fromEntries(edit.remove.map((resource) => [resource, undefined])),
          ...edit.set,
        });
      case "hostPorts":
        return portOperations(`${path}/ports`, existing.ports ?? [], edit.ports);
      default:
        return assertNever(edit);
    }
  })();
  return operations.length === 0 ? [] : [nameTest, ...operations];
}

/** Returns the edit that restores the container; undefined if none does. */
export function containerInverse(containers: readonly ContainerFacts[], edit: ContainerEdit): ContainerEdit | undefined {
  const existing = containers.find(({ name }) => name === edit.container);
  if (existing === undefined) return undefined;
  switch (edit.kind) {
    case "image":
      return { ...edit, image: existing.image };
    case "resources": {
      const requests = existing.requests ?? {};
      const touched = [...edit.remove, ...Object.keys(edit.set)];
      return {
        ...edit,
        set: Object.fromEntries(Object.entries(requests).filter(([resource]) => touched.includes(resource))),
        remove: touched.filter((resource) => !Object.hasOwn(requests, resource)),
      };
    }
    case "hostPorts": {
      const ports = edit.ports.map((wanted) => {
        const port = existing.ports?.find((each) => isPort(each, wanted));
        return port === undefined ? undefined : { ...wanted, hostPort: port.hostPort ?? null };
      });
      // An edit cannot remove a port that the container did not list before.
      return ports.includes(undefined) ? undefined : { ...edit, ports: ports.filter((port) => port !== undefined) };
    }
    default:
      return assertNever(edit);
  }
}
