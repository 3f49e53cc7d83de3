import { describe, expect, it } from "vitest";
import { apiTypes, typeOfKind } from "./api-types.ts";
import { decodeObject } from "./decode-object.ts";

const daemonSet = typeOfKind("apps/v1", "DaemonSet");
const decoded = (object: Record<string, unknown>) => {
  if (daemonSet === undefined) throw new Error("no DaemonSet");
  return decodeObject(object, daemonSet);
};

it("the type table is complete: every named type exists", () => {
  for (const { fields } of apiTypes().values())
    for (const { value } of fields.values()) {
      let inner = value;
      while (inner.kind === "list" || inner.kind === "map") inner = inner.of;
      if (inner.kind === "object") expect(apiTypes().has(inner.type), inner.type).toBe(true);
    }
});

describe("decodeObject", () => {
  it("names unknown fields by their full path, and drops them", () => {
    const result = decoded({
      colour: "red",
      spec: {
        template: {
          spec: { containers: [{ name: "a", readinessProbe: { httpGet: { port: 80, colur: "x" } } }], nodeSelector: { any: "key" } },
        },
      },
    });
    expect(result.unknown).toEqual(["colour", "spec.template.spec.containers[0].readinessProbe.httpGet.colur"]);
    expect(result.object).toEqual({
      spec: {
        template: { spec: { containers: [{ name: "a", readinessProbe: { httpGet: { port: 80 } } }], nodeSelector: { any: "key" } } },
      },
    });
  });
  it("treats null in a map or a list as an empty value", () => {
    const podSpec = {
      nodeSelector: { disk: null },
      containers: [null, { name: "a", args: [null], resources: { requests: { cpu: null } } }],
    };
    expect(decoded({ spec: { template: { spec: podSpec } } })).toMatchObject({
      object: {
        spec: {
          template: {
            spec: { nodeSelector: { disk: "" }, containers: [{}, { name: "a", args: [""], resources: { requests: { cpu: "0" } } }] },
          },
        },
      },
      unknown: [],
    });
  });

  it("drops null and empty values, unless empty differs from absent", () => {
    expect(
      decoded({
        metadata: { labels: {}, finalizers: [], generateName: "", annotations: null },
        spec: { minReadySeconds: 0, revisionHistoryLimit: 0, selector: {}, template: { spec: { containers: [], hostNetwork: false } } },
        status: { numberReady: 0, numberAvailable: 0 },
      }).object,
    ).toEqual({
      metadata: {},
      spec: { revisionHistoryLimit: 0, selector: {}, template: { spec: { containers: [] } } },
      status: { numberReady: 0 },
    });
  });
  it.each([
    [
      { spec: { minReadySeconds: "a" } },
      "json: cannot unmarshal string into Go struct field DaemonSetSpec.spec.minReadySeconds of type int32",
      "unrecognized type: int32",
    ],
    [
      { metadata: { labels: { a: 1 } } },
      "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string",
      "unrecognized type: string",
    ],
    [
      { spec: { template: { spec: { containers: "a" } } } },
      "json: cannot unmarshal string into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container",
      "cannot restore slice from string",
    ],
    [
      { spec: [] },
      "json: cannot unmarshal array into Go struct field DaemonSet.spec of type v1.DaemonSetSpec",
      "cannot restore struct from: slice",
    ],
    [
      { spec: { template: { spec: { containers: [{ resources: { requests: { cpu: "ten" } } }] } } } },
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ])("refuses %j in Go's words", (object, json, converted) => {
    expect(decoded(object).mismatch).toEqual({ json, converted });
  });
});
