import fc from "fast-check";
import { expect, it } from "vitest";
import { applyDefaults } from "../../defaults/defaults.ts";
import type { StoredObject } from "../../objects/contract.ts";
import { cloneJson, type JsonObject } from "../../objects/json.ts";
import { validationErrors } from "../validate.ts";

const SEED = Number(process.env.SEED ?? 20261121);

const daemonSet = (spec: unknown): StoredObject => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "x", uid: "u", resourceVersion: "1", creationTimestamp: "" },
  spec,
});
const LABELS = { app: "x" };
const SPEC = { containers: [{ name: "a", image: "a:1" }] };

function refusals(spec: JsonObject, before?: JsonObject): readonly string[] {
  const object = daemonSet(cloneJson(spec));
  applyDefaults("daemonsets", object);
  return validationErrors("daemonsets", object, before && daemonSet(before)).map(({ field, message }) => `${field}: ${message}`);
}
const selecting = (selector: JsonObject) => ({ selector, template: { metadata: { labels: LABELS }, spec: SPEC } });
const annotated = (annotations: JsonObject, podSpec: JsonObject = {}) => ({
  selector: { matchLabels: LABELS },
  template: { metadata: { labels: LABELS, annotations }, spec: { ...SPEC, ...podSpec } },
});
const SECCOMP = "seccomp.security.alpha.kubernetes.io/pod";
const COST = "controller.kubernetes.io/pod-deletion-cost";
const APP_ARMOR = "container.apparmor.security.beta.kubernetes.io";

it.each<[JsonObject, readonly string[]]>([
  [selecting({ matchLabels: LABELS }), []],
  [selecting({}), ["spec.selector: Invalid value: {}: empty selector is invalid for daemonset"]],
  [
    selecting({ matchLabels: { app: "y" } }),
    ['spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`'],
  ],
  [
    selecting({ matchExpressions: [{ key: "app", operator: "In" }] }),
    ["spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'"],
  ],
  [
    selecting({ matchExpressions: [{ key: "app", operator: "Is" }] }),
    ['spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator'],
  ],
  [annotated({ [COST]: "-5", "Upper/Case": "" }), []],
  [annotated({ [COST]: "+1" }), [`spec.template.annotations[${COST}]: Invalid value: "+1": must be a 32bit integer`]],
  [annotated({ a: "b".repeat(262_144) }), ["spec.template.annotations: Too long: may not be more than 262144 bytes"]],
  [annotated({ [SECCOMP]: "mine" }), [`spec.template.annotations.${SECCOMP}: Invalid value: "mine": must be a valid seccomp profile`]],
  [
    annotated({ [`${APP_ARMOR}/none`]: "mine" }),
    [
      `spec.template.annotations[${APP_ARMOR}/none]: Invalid value: "none": container not found`,
      `spec.template.annotations[${APP_ARMOR}/none]: Invalid value: "mine": invalid AppArmor profile name: "mine"`,
    ],
  ],
  [
    annotated({ [SECCOMP]: "unconfined" }, { securityContext: { seccompProfile: { type: "RuntimeDefault" } } }),
    ["spec.template.spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match"],
  ],
  [
    annotated({}, { restartPolicy: "Never", activeDeadlineSeconds: 5 }),
    [
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
      "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in DaemonSet is not Supported",
    ],
  ],
])("refuses a DaemonSet with the API server's message: %j", (spec, lines) => {
  expect(refusals(spec)).toEqual(lines);
});

it("the selector is immutable", () => {
  expect(refusals(selecting({ matchLabels: LABELS }), selecting({ matchLabels: { app: "y" } }))).toEqual([
    'spec.selector: Invalid value: {"matchLabels":{"app":"x"}}: field is immutable',
  ]);
});

it(`validation of any pod spec throws nothing and reports only fields of the pod spec, seed ${SEED}`, { timeout: 90_000 }, () => {
  const parts = [
    "containers",
    "initContainers",
    "ephemeralContainers",
    "volumes",
    "tolerations",
    "affinity",
    "securityContext",
    "os",
    "dnsConfig",
  ];
  const inner = [
    "name",
    "image",
    "ports",
    "env",
    "envFrom",
    "resources",
    "volumeMounts",
    "livenessProbe",
    "lifecycle",
    "securityContext",
    "projected",
  ];
  const value = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...inner), fc.jsonValue()),
    fc.array(fc.dictionary(fc.constantFrom(...inner), fc.jsonValue())),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...parts), value), (podSpec) => {
      const lines = refusals({
        selector: { matchLabels: LABELS },
        template: { metadata: { labels: LABELS }, spec: podSpec as JsonObject },
      });
      expect(lines.every((line) => line.startsWith("spec.template.spec"))).toBe(true);
    }),
    { seed: SEED, numRuns: 500 },
  );
});
