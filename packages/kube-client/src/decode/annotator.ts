import { filledField, intern, isJson, type Json, objectField, objectsField, textField } from "./fields.ts";

/** Programs that annotate DaemonSets for users, and those of Kubernetes. None of them replaces pods under OnDelete. */
const NO_DRIVER = /^(?:kubectl|kube-|kubelet|helm|rancher|daemonscope)/;

const metadataOf = (entry: Json): Json => objectField(objectField(entry, "fieldsV1"), "f:metadata");

/** Reports whether a manager stores its state in annotations of an object that others deliver. */
const onlyAnnotates = (entry: Json): boolean =>
  isJson(metadataOf(entry)["f:annotations"]) && !isJson(objectField(entry, "fieldsV1")["f:spec"]);

/** Returns the only field manager that sets annotations and no spec; undefined if there is none, or several. */
export function annotatorOf(metadata: Json): string | undefined {
  const spec = new Set<string>();
  const found = new Set<string>();
  for (const entry of objectsField(metadata, "managedFields")) {
    const manager = filledField(entry, "manager");
    if (manager === undefined || (textField(entry, "subresource") ?? "") !== "" || NO_DRIVER.test(manager)) continue;
    (onlyAnnotates(entry) ? found : spec).add(manager);
  }
  const [first, ...others] = [...found].filter((manager) => !spec.has(manager));
  return first === undefined || others.length > 0 ? undefined : intern(first);
}
