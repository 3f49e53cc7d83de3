import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { typeOfKind } from "./api-types.ts";
import { decodeObject } from "./decode-object.ts";
import { readProtobuf } from "./read-protobuf.ts";

/** Request bodies that kubectl sent, by command. */
const SENT: Readonly<Record<string, string>> = {
  "create ns test": "azhzAAoPCgJ2MRIJTmFtZXNwYWNlEhwKFAoEdGVzdBIAGgAiACoAMgA4AEIAEgAaAgoAGgAiAA==",
  "create configmap c --from-literal=a=b": "azhzAAoPCgJ2MRIJQ29uZmlnTWFwEhsKEQoBYxIAGgAiACoAMgA4AEIAEgYKAWESAWIaACIA",
  "create priorityclass pc --value=-5 --preemption-policy=Never":
    "azhzAAolChRzY2hlZHVsaW5nLms4cy5pby92MRINUHJpb3JpdHlDbGFzcxIqChIKAnBjEgAaACIAKgAyADgAQgAQ+///////////ARgAIgAqBU5ldmVyGgAiAA==",
  "create service nodeport svc --tcp=80:http":
    "azhzAAoNCgJ2MRIHU2VydmljZRJrCh8KA3N2YxIAGgAiACoAMgA4AEIAWgoKA2FwcBIDc3ZjEkQKHgoHODAtaHR0cBIDVENQGFAiCggBEAAaBGh0dHAoABIKCgNhcHASA3N2YxoAIghOb2RlUG9ydDoAQgBSAFoAYABoABoCCgAaACIA",
  "auth can-i create nodes":
    "azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSQAoQCgASABoAIgAqADIAOABCABIiCiAKB2RlZmF1bHQSBmNyZWF0ZRoAIgAqBW5vZGVzMgA6ABoICAASABoAIAAaACIA",
};

function read(command: string): unknown {
  const result = readProtobuf(Buffer.from(SENT[command] ?? "", "base64"));
  if (result === undefined || "problem" in result) return result;
  const type = typeOfKind(String(result.object.apiVersion), String(result.object.kind));
  return type === undefined ? result : decodeObject(result.object, type).object;
}

it("reads protobuf of typed clients like the same JSON", () => {
  expect(read("create ns test")).toEqual({ apiVersion: "v1", kind: "Namespace", metadata: { name: "test" }, spec: {}, status: {} });
  expect(read("create configmap c --from-literal=a=b")).toMatchObject({ kind: "ConfigMap", metadata: { name: "c" }, data: { a: "b" } });
  expect(read("create priorityclass pc --value=-5 --preemption-policy=Never")).toMatchObject({
    apiVersion: "scheduling.k8s.io/v1",
    value: -5,
    preemptionPolicy: "Never",
  });
  expect(read("create service nodeport svc --tcp=80:http")).toMatchObject({
    metadata: { labels: { app: "svc" } },
    spec: { type: "NodePort", selector: { app: "svc" }, ports: [{ name: "80-http", port: 80, protocol: "TCP", targetPort: "http" }] },
  });
  expect(read("auth can-i create nodes")).toMatchObject({
    spec: { resourceAttributes: { verb: "create", resource: "nodes", namespace: "default" } },
  });
});

it("reports invalid bytes, and never throws", () => {
  expect(readProtobuf(Buffer.from("{}"))).toHaveProperty("problem");
  const whole = Buffer.from(SENT["create ns test"] ?? "", "base64");
  for (let length = 0; length < whole.length; length++) expect(() => readProtobuf(whole.subarray(0, length))).not.toThrow();
  for (let at = 4; at < whole.length; at++) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    expect(() => readProtobuf(changed)).not.toThrow();
  }
});
