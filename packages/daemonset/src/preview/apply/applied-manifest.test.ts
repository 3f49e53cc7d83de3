import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import { describe, expect, it, test } from "vitest";
import type { Manifest } from "../../actions/changes/change.ts";
import { aDaemonSet } from "../../model/objects.fixture.ts";
import { TOOLS } from "../preview.fixture.ts";
import type { PreviewDecoders } from "../preview-decoders.ts";
import { type AppliedManifest, appliedManifest } from "./applied-manifest.ts";
import { normalizedTemplate } from "./normalized-template.ts";

/** The object as the API server stores it, with possible secrets hidden. */
const hidden = (text: string) => ({ $hidden: text });
const STORED = {
  metadata: { creationTimestamp: null, labels: { app: "agent" }, annotations: { "kubectl.kubernetes.io/restartedAt": "then" } },
  spec: {
    containers: [
      {
        name: "agent",
        image: "agent:1",
        imagePullPolicy: "Always",
        args: [hidden("a"), "--verbose"],
        env: [{ name: "TOKEN", value: hidden("b") }, { name: "EMPTY" }],
        resources: { requests: { cpu: "100m", memory: "1Gi" } },
        ports: [{ containerPort: 80, hostPort: 80, protocol: "TCP" }],
      },
    ],
    nodeSelector: { pool: "a" },
    tolerations: [{ operator: "Exists" }],
    dnsPolicy: "ClusterFirst",
  },
} as const;
const WRITTEN = {
  metadata: { labels: { app: "agent" } },
  spec: {
    hostNetwork: false,
    containers: [
      {
        name: "agent",
        image: "agent:1",
        args: ["a", "--verbose"],
        env: [
          { name: "TOKEN", value: "b" },
          { name: "EMPTY", value: "" },
        ],
        resources: { requests: { cpu: 0.1, memory: "1024Mi" } },
        ports: [{ containerPort: 80, hostPort: 80 }],
      },
    ],
    nodeSelector: { pool: "a" },
    tolerations: [{ operator: "Exists" }],
  },
} as const;
const [AGENT] = WRITTEN.spec.containers;

/** Values of env and args are stored hidden; the real hidden form is a digest. */
const keptTemplate: NonNullable<PreviewDecoders["keptTemplate"]> = (template) =>
  JSON.parse(
    JSON.stringify(template, (field, value) => {
      if (field === "args") return value.map((each: string) => (each.startsWith("--") ? each : hidden(each)));
      return field === "value" && typeof value === "string" ? hidden(value) : value;
    }),
  ) as JsonObject;

const set: KubeDaemonSet = {
  ...aDaemonSet("agent", { strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2, maxSurge: 0 } } }),
  fullTemplate: JSON.stringify(STORED),
};
const manifest = (template: object, spec: object = {}): Manifest => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "agent" },
  spec: { template, ...spec },
});
const template = (spec: object, agent: object = {}) => ({
  ...WRITTEN,
  spec: { ...WRITTEN.spec, containers: [{ ...AGENT, ...agent }], ...spec },
});

function applied(
  written: Manifest,
  last: object | null = { template: WRITTEN },
  more: Partial<PreviewDecoders> = { keptTemplate },
): AppliedManifest {
  const result = appliedManifest(set, written, [], {
    ...TOOLS,
    ...more,
    ...(last === null ? {} : { lastApplied: () => last as JsonObject }),
  });
  if ("code" in result) throw new Error(result.code);
  return result;
}
const isOther = ({ object }: AppliedManifest): boolean => object.templateHash !== set.templateHash;

describe("I4 a manifest makes another template only if its content differs", () => {
  it.each<readonly [string, object, boolean]>([
    ["equal content in other spelling, with its hidden values", WRITTEN, false],
    ["another hidden value of the environment", template({}, { env: [{ name: "TOKEN", value: "c" }] }), true],
    ["another hidden argument", template({}, { args: ["c", "--verbose"] }), true],
    ["another quantity", template({}, { resources: { requests: { cpu: "0.2", memory: "1Gi" } } }), true],
    ["a node selector that was applied and is left out", template({ nodeSelector: undefined }), true],
    ["a variable that was applied and is left out", template({}, { env: [{ name: "TOKEN", value: "b" }] }), true],
    ["a field set to its default", template({ hostPID: false }), false],
  ])("%s", (_name, written, isChanged) => {
    const result = applied(manifest(JSON.parse(JSON.stringify(written))));
    expect([isOther(result), result.doubts]).toEqual([isChanged, []]);
  });
  test("keeps fields of other managers that the manifest omits", () => {
    const result = applied(manifest(template({ nodeSelector: undefined })), {});
    expect([isOther(result), result.doubts]).toEqual([false, []]);
  });
});

describe("assumes unknown values to be unchanged, and reports the doubt", () => {
  it.each<readonly [string, object, object | null, Partial<PreviewDecoders>, boolean, readonly string[]]>([
    ["hidden values that cannot be compared", WRITTEN, { template: WRITTEN }, {}, false, ["hiddenValues"]],
    [
      "one more argument makes another template, with any hidden values",
      template({}, { args: ["a", "b", "--verbose"] }),
      { template: WRITTEN },
      {},
      true,
      ["hiddenValues"],
    ],
    ["the last-applied configuration", template({ nodeSelector: undefined }), null, { keptTemplate }, false, ["leftOut"]],
  ])("%s", (_name, written, last, more, isChanged, doubts) => {
    const result = applied(manifest(written), last, more);
    expect([isOther(result), result.doubts]).toEqual([isChanged, doubts]);
  });
  test("L5 templates without the content that a log omits", () => {
    const { fullTemplate: _, ...rest } = set;
    // An event log holds the object that the API server served.
    const served = normalizedTemplate(template({}, { ports: [{ containerPort: 80, hostPort: 80, protocol: "TCP" }] }));
    const logged = { ...rest, spec: { ...set.spec, template: TOOLS.templateOf(served) } };
    const resultOf = (written: object) => {
      const result = appliedManifest(logged, manifest(written), [], TOOLS);
      return "doubts" in result && [result.object.spec.template !== logged.spec.template, result.doubts];
    };
    expect(resultOf(template({ serviceAccountName: "another" }))).toEqual([false, ["templateInPart"]]);
    expect(resultOf(template({}, { image: "agent:another" }))).toEqual([true, []]);
  });
  test("the last-applied configuration has no effect if the manifest names everything present", () => {
    const annotations = STORED.metadata.annotations;
    const complete = { ...WRITTEN, metadata: { ...WRITTEN.metadata, annotations } };
    const bare = { ...set, fullTemplate: JSON.stringify(STORED) };
    const result = appliedManifest(bare, manifest(complete), [], { ...TOOLS, keptTemplate });
    expect("doubts" in result && result.doubts).toEqual([]);
  });
});

test("an applied strategy that is left out becomes the default", () => {
  const updateStrategy = { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } };
  const last = { template: WRITTEN, updateStrategy, minReadySeconds: 5 };
  expect(applied(manifest(WRITTEN, { updateStrategy }), last).object.spec.updateStrategy).toEqual(set.spec.updateStrategy);
  const { spec } = applied(manifest(WRITTEN), last).object;
  expect(spec.updateStrategy).toEqual({ type: "RollingUpdate" });
  expect(spec.minReadySeconds).toBe(0);
});
