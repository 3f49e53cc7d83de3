import { existingPath, type JsonPatchOperation, pointer } from "../json-patch.ts";
import type { ContainerFacts, DaemonSetFacts } from "../plan-facts.ts";
import type { StepProblem } from "../problems/step-problem.ts";
import { StepSyntaxException } from "../text/step-tokens.ts";
import type { Merge } from "./edit-kind.ts";
import { podTemplatePatch, TEMPLATE } from "./template-fields.ts";

interface OfContainer {
  readonly container: string;
}

export const containerMerge = ({ container }: OfContainer, fields: Merge): Merge =>
  podTemplatePatch({ containers: [{ name: container, ...fields }] });

export const containerOf = ({ containers }: DaemonSetFacts, { container }: OfContainer): ContainerFacts | undefined =>
  containers.find(({ name }) => name === container);

/** Returns the DaemonSet with a change of this container. */
export const withContainer = (
  set: DaemonSetFacts,
  { container }: OfContainer,
  edited: (existing: ContainerFacts) => ContainerFacts,
): DaemonSetFacts => ({
  ...set,
  containers: set.containers.map((existing) => (existing.name === container ? edited(existing) : existing)),
});

/** Returns the patch operations on this container, with tests for all assumptions; undefined if no container has this
 *  name. */
export function containerOperations(
  { containers }: DaemonSetFacts,
  { container }: OfContainer,
  operationsOf: (existing: ContainerFacts, path: string) => readonly JsonPatchOperation[],
): readonly JsonPatchOperation[] | undefined {
  const at = containers.findIndex(({ name }) => name === container);
  const existing = containers[at];
  if (existing === undefined) return undefined;
  const path = TEMPLATE + pointer("containers", at);
  const operations = operationsOf(existing, path);
  return operations.length === 0 ? [] : [existingPath(`${path}/name`, existing.name), ...operations];
}

export function containerProblem(set: DaemonSetFacts, edit: OfContainer): StepProblem | undefined {
  if (containerOf(set, edit) !== undefined) return undefined;
  const { namespace, name, containers } = set;
  return {
    code: "unknownContainer",
    container: edit.container,
    daemonSet: `${namespace}/${name}`,
    containers: containers.map((each) => each.name).join(", "),
  };
}

export function containerArguments(
  [flag = "", container, ...rest]: readonly string[],
  expected: string,
): OfContainer & { readonly rest: readonly string[] } {
  if (flag !== "-c" || container === undefined || rest.length === 0) throw new StepSyntaxException(flag, expected);
  return { container, rest };
}
