import type { StoredObject } from "../objects/contract.ts";
import { forbidden } from "../objects/failures.ts";
import type { Resource } from "../objects/resource.ts";

/**
 * The other half of the Priority admission plugin: at most one class is the default. Throws the API's 403. Source:
 * plugin/pkg/admission/priority.
 */
export function admitPriorityClass(resource: Resource, object: StoredObject, classes: readonly StoredObject[]): void {
  if (object.globalDefault !== true) return;
  const defaults = classes.filter(({ globalDefault }) => globalDefault === true);
  const currentDefault = defaults.sort((a, b) => Number(a.value) - Number(b.value))[0]?.metadata.name;
  if (currentDefault !== undefined && currentDefault !== object.metadata.name)
    throw forbidden(
      resource,
      object.metadata.name,
      `PriorityClass ${currentDefault} is already marked as default. Only one default can exist`,
    );
}
