import type { Change, Manifest } from "@daemonscope/daemonset/actions/change";
import type { PlanFacts } from "@daemonscope/daemonset/actions/plan-facts";
import { type Json, objectField } from "../cluster/decode/fields.ts";
import { namedPath } from "../planned/api-path.ts";
import { daemonSetFactsIn, nodeFactsIn } from "../planned/object-facts.ts";
import type { KubeClient } from "./kube-client.ts";
import { nodeManifest } from "./node-manifest.ts";
import { asManifest } from "./stored-object.ts";

/** What plans of these changes ask, as the API has it now: the nodes and DaemonSets that they name, whole. Throws ApiFailure for one that is not there. */
export async function liveFacts(kube: KubeClient, changes: readonly Change[]): Promise<PlanFacts> {
  const nodes = new Map<string, Json>();
  const daemonSets = new Map<string, Json>();
  for (const change of changes) {
    if (change.kind === "editDaemonSet" || change.kind === "deleteDaemonSet") {
      const { namespace, name } = change;
      daemonSets.set(`${namespace}/${name}`, await kube.get(namedPath({ resource: "daemonsets", namespace, name })));
    } else if ("nodes" in change) for (const name of change.nodes) nodes.set(name, await kube.get(namedPath({ resource: "nodes", name })));
  }
  const facts = new Map([...nodes].map(([name, object]) => [name, nodeFactsIn(object)]));
  return {
    cluster: undefined,
    node: (name) => facts.get(name),
    nodes: () => [...facts.values()].filter((node) => node !== undefined),
    daemonSet(namespace, name) {
      const object = daemonSets.get(`${namespace}/${name}`);
      return object === undefined ? undefined : daemonSetFactsIn(object);
    },
    manifestOf(kind, name, namespace) {
      const object = kind === "Node" ? nodes.get(name) : daemonSets.get(`${namespace}/${name}`);
      if (object === undefined) return undefined;
      const manifest = asManifest(object) as Manifest;
      return kind === "Node" ? nodeManifest(object, name, objectField(manifest, "metadata")) : manifest;
    },
  };
}
