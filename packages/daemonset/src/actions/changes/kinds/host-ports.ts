import type { ContainerPort } from "@daemonscope/kube/objects";
import type { HostPortEdit } from "../change.ts";
import { existingPath, type JsonPatchOperation } from "../json-patch.ts";
import { portsProblem } from "../problems/value-problem.ts";
import { fields, listOf, text, wholeNumber } from "../text/json-shape.ts";
import { StepSyntaxException } from "../text/step-tokens.ts";
import { containerArguments, containerMerge, containerOf, containerOperations, containerProblem, withContainer } from "./container.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";
import { mergePatchWords } from "./template-fields.ts";

type HostPorts = EditOf<"hostPorts">;

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

const merge = (edit: HostPorts) => containerMerge(edit, { ports: edit.ports });

export const hostPorts: EditKind<HostPorts> = {
  verb: "set-host-ports",
  parse(texts) {
    const expected = "set-host-ports NAMESPACE/NAME -c CONTAINER 9100=9100, 53/UDP=53, or 9100=0 for none";
    const { container, rest } = containerArguments(texts, expected);
    const ports = rest.map((word): HostPortEdit => {
      const parts = /^(\d{1,5})(?:\/([A-Z]+))?=(\d{1,5})$/.exec(word);
      if (parts === null) throw new StepSyntaxException(word, expected);
      const hostPort = Number(parts[3]);
      return {
        containerPort: Number(parts[1]),
        ...(parts[2] === undefined ? {} : { protocol: parts[2] }),
        hostPort: hostPort === 0 ? null : hostPort,
      };
    });
    return { kind: "hostPorts", container, ports };
  },
  format: ({ container, ports }) => [
    "-c",
    container,
    ...ports.map(
      ({ containerPort, protocol, hostPort }) => `${containerPort}${protocol === undefined ? "" : `/${protocol}`}=${hostPort ?? 0}`,
    ),
  ],
  json: {
    container: text,
    ports: listOf(
      fields({
        containerPort: wholeNumber,
        "protocol?": text,
        hostPort: (value, path) => (value === null ? undefined : wholeNumber(value, path)),
      }),
      1,
    ),
  },
  mark: "edited",
  part: "template",
  problem: (set, edit) => containerProblem(set, edit) ?? portsProblem(edit.ports),
  edited: (set, edit) =>
    withContainer(set, edit, (existing) => ({ ...existing, ports: edit.ports.reduce(withPort, existing.ports ?? []) })),
  operations: (set, edit) => containerOperations(set, edit, ({ ports = [] }, path) => portOperations(`${path}/ports`, ports, edit.ports)),
  merge,
  inverse(set, edit) {
    const existing = containerOf(set, edit);
    if (existing === undefined) return undefined;
    const ports = edit.ports.map((wanted) => {
      const port = existing.ports?.find((each) => isPort(each, wanted));
      return port === undefined ? undefined : { ...wanted, hostPort: port.hostPort ?? null };
    });
    // An edit cannot remove a port that the container did not list before.
    return ports.includes(undefined) ? undefined : { ...edit, ports: ports.filter((port) => port !== undefined) };
  },
  kubectl: ({ name }, edit) => mergePatchWords(name, merge(edit)),
};
