import { templateYaml } from "@daemonscope/daemonset/revisions/template/template-yaml";
import type { JsonValue } from "@daemonscope/kube/values/json-value";
import type { LabVerbs } from "@daemonscope/shared/http/lab";
import { namedPath } from "../../actions/requests/api-path.ts";
import type { StaticPodManifest } from "../lab-environment.ts";
import { labError } from "../lab-error.ts";
import type { LabCommandResult, LabTools } from "../lab-result.ts";

/** The default of the kubelet's staticPodPath, as kubeadm sets it. */
const FOLDER = "/etc/kubernetes/manifests";

function put({ manifestFolders }: LabTools, node: string, manifest: StaticPodManifest): LabCommandResult {
  const { name } = manifest.metadata;
  manifestFolders.put(node, manifest);
  const yaml = templateYaml({ apiVersion: "v1", kind: "Pod", ...manifest } as JsonValue).join("\n");
  return {
    kind: "kubectl",
    line: `ssh ${node} tee ${FOLDER}/${name}.yaml <<'EOF'\n${yaml}\nEOF`,
    undo: async () => {
      manifestFolders.remove(node, name);
      return removeLine(node, name);
    },
  };
}

const removeLine = (node: string, name: string): string => `ssh ${node} rm ${FOLDER}/${name}.yaml`;

/** Adds or removes a file in the manifest folder of a node. kubectl cannot do that, because the API server has only a
 *  mirror of a static pod. */
export const STATIC_PODS: {
  readonly [Verb in "add-static-pod" | "remove-static-pod"]: (body: LabVerbs[Verb], tools: LabTools) => Promise<LabCommandResult>;
} = {
  async "add-static-pod"({ node, name, image = `${name}:1.0` }, tools) {
    await tools.kube.get(namedPath({ resource: "nodes", name: node }));
    return put(tools, node, { metadata: { name, namespace: "default" }, spec: { containers: [{ name, image }] } });
  },
  async "remove-static-pod"({ node, name }, tools) {
    const manifest = tools.manifestFolders.remove(node, name);
    if (manifest === undefined)
      throw labError(404, "StaticPodNotFound", { node, name }, `Node ${node} has no static pod ${name}: its folder has no such file.`);
    return { kind: "kubectl", line: removeLine(node, name), undo: async () => put(tools, node, manifest).line };
  },
};
