import { randomBytes } from "node:crypto";
import { templateYaml } from "@daemonscope/daemonset/revisions/template/template-yaml";
import type { JsonValue } from "@daemonscope/kube/values/json-value";
import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { YamlAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { fetchObject, type ObjectQuery } from "../../../readings/on-demand/fetch-object.ts";
import type { LiveReading } from "../../../readings/readings.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireNode, requirePod } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

function withoutManagedFields(object: Json): Json {
  const { managedFields: _managed, ...metadata } = objectField(object, "metadata");
  return { ...object, metadata };
}

function objectQueryOf(
  served: LiveReading,
  query: { readonly namespace?: string; readonly daemonSet?: string; readonly pod?: string; readonly node?: string },
): ObjectQuery {
  const { namespace, daemonSet, pod, node } = query;
  if (node !== undefined) {
    requireNode(served, node);
    return { kind: "Node", namespace: undefined, name: node };
  }
  if (namespace === undefined || daemonSet === undefined)
    throw new ApiFailure(400, "BadParameter", "This path needs a node, or the namespace and the name of a DaemonSet.");
  const key = requireDaemonSetKey(served, namespace, daemonSet);
  if (pod === undefined) return { kind: "DaemonSet", namespace, name: daemonSet };
  requirePod(served, key, pod);
  return { kind: "Pod", namespace, name: pod };
}

/** GET /api/yaml: one object as YAML, read on request. Possible secrets are hidden as in a template comparison
 *  (security G12). */
export function yamlRoute(app: FastifyInstance, { liveReadingOf, showsValues }: RouteContext): void {
  const keep = createTemplateRedactor({ key: randomBytes(32), showValues: showsValues });

  app.get(PATHS.yaml, async (request, reply) => {
    const query = readParameters(
      request.query,
      {},
      { namespace: "namespace", daemonSet: "name", pod: "name", node: "name", managed: "name" },
    );
    const served = liveReadingOf(request);
    const objectQuery = objectQueryOf(served, query);
    const object = await fetchObject(served.reads, objectQuery);
    const metadata = objectField(object, "metadata");
    const shown = query.managed === "true" ? object : withoutManagedFields(object);
    const redacted: JsonValue = JSON.parse(keep(shown, textField(metadata, "uid") ?? ""));
    const answer: YamlAnswer = {
      ...objectQuery,
      resourceVersion: textField(metadata, "resourceVersion") ?? "",
      yaml: `${templateYaml(redacted).join("\n")}\n`,
      showsValues,
    };
    return sendJson(request, reply, answer);
  });
}
