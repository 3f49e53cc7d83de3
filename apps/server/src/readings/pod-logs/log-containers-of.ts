import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import type { LogContainer } from "@daemonscope/shared/http/logs";

const DEFAULT_CONTAINER_ANNOTATION = "kubectl.kubernetes.io/default-container";

/** Returns the containers of a pod or a pod template. `standard`: the container whose log kubectl shows by default. */
export function logContainersOf(podOrTemplate: Json): { readonly containers: readonly LogContainer[]; readonly standard: string } {
  const spec = objectField(podOrTemplate, "spec");
  const named = (field: string, kind: LogContainer["kind"]) =>
    objectsField(spec, field).map((container): LogContainer => ({ name: textField(container, "name") ?? "", kind }));
  const ordinary = named("containers", "container");
  const annotated = textField(objectField(objectField(podOrTemplate, "metadata"), "annotations"), DEFAULT_CONTAINER_ANNOTATION);
  const standard = ordinary.find(({ name }) => name === annotated) ?? ordinary[0];
  return {
    containers: [...ordinary, ...named("initContainers", "init"), ...named("ephemeralContainers", "ephemeral")],
    standard: standard?.name ?? "",
  };
}
