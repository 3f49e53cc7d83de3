import type { StoredObject } from "../objects/contract.ts";
import { objectIn } from "../objects/json.ts";

const nodeOf = (pod: StoredObject): string => {
  const { nodeName } = objectIn(pod, "spec");
  return typeof nodeName === "string" ? nodeName : "";
};
const controllerOf = (pod: StoredObject): string => pod.metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid ?? "";

type Groups = Map<string, Map<string, StoredObject>>;

function put(groups: Groups, group: string, key: string, pod: StoredObject | undefined): void {
  let members = groups.get(group);
  if (members === undefined) {
    members = new Map();
    groups.set(group, members);
  }
  if (pod !== undefined) members.set(key, pod);
  else members.delete(key);
  if (members.size === 0) groups.delete(group);
}

/** Pods by node and by controller, "" for none, in order of arrival. */
export class PodIndex {
  readonly #byNode: Groups = new Map();
  readonly #byController: Groups = new Map();
  readonly #newest = new Map<string, StoredObject>();

  change(before: StoredObject | undefined, after: StoredObject | undefined): void {
    const key = (after ?? before)?.metadata.uid ?? "";
    if (before === undefined && after !== undefined) this.#newest.set(controllerOf(after), after);
    for (const [groups, groupOf] of [
      [this.#byNode, nodeOf],
      [this.#byController, controllerOf],
    ] as const) {
      if (before !== undefined && (after === undefined || groupOf(before) !== groupOf(after))) put(groups, groupOf(before), key, undefined);
      if (after !== undefined) put(groups, groupOf(after), key, after);
    }
  }

  onNode(nodeName: string): readonly StoredObject[] {
    return [...(this.#byNode.get(nodeName)?.values() ?? [])];
  }

  /** Returns the newest pod of the same controller, even if it is deleted. A new pod is mostly equal to it. */
  siblingOf(pod: StoredObject): StoredObject | undefined {
    return this.#newest.get(controllerOf(pod));
  }

  ownedBy(uid: string): readonly StoredObject[] {
    return [...(this.#byController.get(uid)?.values() ?? [])];
  }
}
