import type { StoredObject } from "../objects/contract.ts";
import { forbidden } from "../objects/failures.ts";
import { objectIn } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";

/**
 * The Priority admission plugin; edits the pod. Writes the value and the preemption policy of the pod's PriorityClass
 * into its spec, or those of the default class. Throws the API's 403 for a class that does not exist. Source:
 * plugin/pkg/admission/priority.
 */
export function admitPriority(resource: Resource, pod: StoredObject, classes: readonly StoredObject[]): void {
  const spec = objectIn(pod, "spec");
  pod.spec = spec;
  const named = spec.priorityClassName;
  const isNamed = typeof named === "string" && named !== "";
  const priorityClass = classes.find((candidate) => (isNamed ? candidate.metadata.name === named : candidate.globalDefault === true));
  if (isNamed && priorityClass === undefined)
    throw forbidden(resource, pod.metadata.generateName ?? pod.metadata.name, `no PriorityClass with name ${named} was found`);
  if (priorityClass !== undefined) spec.priorityClassName = priorityClass.metadata.name;
  const priority = Number(priorityClass?.value ?? 0);
  if (typeof spec.priority === "number" && spec.priority !== priority)
    throw forbidden(
      resource,
      pod.metadata.generateName ?? pod.metadata.name,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${priority} from the given PriorityClass name`,
    );
  spec.priority = priority;
  spec.preemptionPolicy ??= priorityClass?.preemptionPolicy ?? "PreemptLowerPriority";
}
