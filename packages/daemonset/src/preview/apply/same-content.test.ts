import type { JsonObject } from "@daemonscope/kube/values/json-value";
import { expect, it } from "vitest";
import { sameContent } from "./same-content.ts";

const stored = {
  metadata: { creationTimestamp: null, labels: { app: "x" } },
  spec: {
    containers: [
      { name: "c", image: "c:1", imagePullPolicy: "Always", resources: {}, ports: [{ containerPort: 80, hostPort: 80, protocol: "TCP" }] },
    ],
    dnsPolicy: "ClusterFirst",
    securityContext: {},
    tolerations: [{ operator: "Exists" }],
  },
};
const written = {
  metadata: { labels: { app: "x" } },
  spec: {
    containers: [{ name: "c", image: "c:1", ports: [{ containerPort: 80, hostPort: 80 }] }],
    tolerations: [{ operator: "Exists" }],
    affinity: {},
  },
};
it.each<readonly [string, JsonObject, boolean]>([
  ["omitted defaults of the API server", written, true],
  ["another image makes another template", { ...written, spec: { ...written.spec, containers: [{ name: "c", image: "c:2" }] } }, false],
  ["omitted tolerations are absent", { ...written, spec: { containers: written.spec.containers } }, false],
  ["an omitted port is absent", { ...written, spec: { ...written.spec, containers: [{ name: "c", image: "c:1" }] } }, false],
  ["an additional node selector", { ...written, spec: { ...written.spec, nodeSelector: { a: "b" } } }, false],
])("I5 %s", (_name, template, expected) => {
  expect(sameContent(stored, template)).toBe(expected);
});
