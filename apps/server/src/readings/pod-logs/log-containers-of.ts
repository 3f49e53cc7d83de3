import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import type { LogContainer } from "@daemonscope/shared/http/logs";

const DEFAULT = "kubectl.kubernetes.io/default-container";

/** Returns the containers of a pod or a pod template, and kubectl's default container. */
export function logContainersOf(podOrTemplate: Json): { readonly containers: readonly LogContainer[]; readonly standard: string } {
  const spec = objectField(podOrTemplate, "spec");
  const named = (field: string, kind: LogContainer["kind"]) =>
    objectsField(spec, field).map((container): LogContainer => ({ name: textField(container, "name") ?? "", kind }));
  const ordinary = named("containers", "container");
  const asked = textField(objectField(objectField(podOrTemplate, "metadata"), "annotations"), DEFAULT);
  const standard = ordinary.find(({ name }) => name === asked) ?? ordinary[0];
  return {
    containers: [...ordinary, ...named("initContainers", "init"), ...named("ephemeralContainers", "ephemeral")],
    standard: standard?.name ?? "",
  };
}
