import { describe, expect, it } from "vitest";
import { applyDefaults } from "../../defaults/defaults.ts";
import type { StoredObject } from "../../objects/contract.ts";
import { cloneJson, deepFreeze, type JsonObject } from "../../objects/json.ts";
import { isValidated, newPodErrors, podUpdateErrors, rememberValidated } from "./pod.ts";

const CONTAINER = { name: "a", image: "a:1" };
function pod(spec: JsonObject, annotations: Record<string, string> = {}): StoredObject {
  const object: StoredObject = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", namespace: "default", uid: "u", resourceVersion: "1", creationTimestamp: "", annotations },
    spec: cloneJson({ containers: [CONTAINER], ...spec }),
  };
  applyDefaults("pods", object);
  return object;
}
const lines = (errors: ReturnType<typeof newPodErrors>) => errors.map(({ field, message }) => `${field}: ${message}`);

it.each<[JsonObject, readonly string[]]>([
  [{}, []],
  [
    { containers: [{ ...CONTAINER, image: " a" }] },
    ['spec.containers[0].image: Invalid value: " a": must not have leading or trailing whitespace'],
  ],
  [{ ephemeralContainers: [{ name: "d", image: "d" }] }, ["spec.ephemeralContainers: Forbidden: cannot be set on create"]],
  [
    { nodeName: "n", schedulingGates: [{ name: "g" }] },
    ["spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared"],
  ],
  [{ hostNetwork: true, containers: [{ ...CONTAINER, ports: [{ containerPort: 80 }] }] }, []],
  [
    { hostNetwork: true, containers: [{ ...CONTAINER, ports: [{ containerPort: 80, hostPort: 81 }] }] },
    ["spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true"],
  ],
])("refuses a new pod with the API server's message: %j", (spec, refused) => {
  expect(lines(newPodErrors(pod(spec), {}))).toEqual(refused);
});

it("a mirror pod needs a node", () => {
  const key = "kubernetes.io/config.mirror";
  expect(lines(newPodErrors(pod({}, { [key]: "a" }), {}))).toEqual([
    `metadata.annotations[${key}]: Invalid value: "a": must set spec.nodeName if mirror pod annotation is set`,
  ]);
  expect(newPodErrors(pod({ nodeName: "n" }, { [key]: "a" }), {})).toEqual([]);
});

const TOLERATION = { key: "a", operator: "Exists" };
const ONLY = /^spec: Forbidden: pod updates may not change fields other than `spec\.containers\[\*\]\.image`/;

it.each<[JsonObject, JsonObject, readonly (string | RegExp)[]]>([
  [{}, { containers: [{ ...CONTAINER, image: "a:2" }] }, []],
  [{}, { tolerations: [TOLERATION] }, []],
  [
    { tolerations: [TOLERATION] },
    { tolerations: [{ ...TOLERATION, effect: "NoExecute", tolerationSeconds: 5 }] },
    [/^spec\.tolerations: Forbidden: existing toleration/],
  ],
  [
    { tolerations: [TOLERATION] },
    {},
    ["spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds"],
  ],
  [
    {},
    { containers: [CONTAINER, { ...CONTAINER, name: "b" }] },
    ["spec.containers: Forbidden: pod updates may not add or remove containers"],
  ],
  [{}, { activeDeadlineSeconds: 5 }, []],
  [
    { activeDeadlineSeconds: 5 },
    { activeDeadlineSeconds: 6 },
    ["spec.activeDeadlineSeconds: Invalid value: 6: must be less than or equal to previous value"],
  ],
  [
    { activeDeadlineSeconds: 5 },
    {},
    ["spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value"],
  ],
  [{ schedulingGates: [{ name: "g" }] }, {}, []],
  [
    {},
    { schedulingGates: [{ name: "g" }] },
    ["spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'g'"],
  ],
  [{ terminationGracePeriodSeconds: -1 }, { terminationGracePeriodSeconds: 1 }, []],
  [{}, { terminationGracePeriodSeconds: 1 }, [ONLY]],
  [{}, { hostNetwork: true }, [ONLY]],
])("allows the spec changes of a pod that the API server allows: %j to %j", (before, after, refused) => {
  const messages = lines(podUpdateErrors(pod(after), pod(before)));
  expect(messages).toEqual(refused.map((line) => (typeof line === "string" ? line : expect.stringMatching(line))));
});

it("a negative grace of a pod counts as one second", () => {
  expect(pod({ terminationGracePeriodSeconds: -7 }).spec).toMatchObject({ terminationGracePeriodSeconds: 1 });
  expect(pod({ terminationGracePeriodSeconds: 0 }).spec).toMatchObject({ terminationGracePeriodSeconds: 0 });
});

describe("isValidated", () => {
  const frozen = () => deepFreeze({ containers: [{ name: "a", image: "a:1" }], volumes: [{ name: "v", emptyDir: {} }], hostNetwork: true });

  it("recognizes another pod of the same template, regardless of its affinity and tolerations", () => {
    const template = frozen();
    rememberValidated({ ...template, affinity: { a: 1 } });
    expect(isValidated({ ...template, affinity: { a: 2 }, tolerations: [] })).toBe(true);
  });

  it("does not recognize a spec that differs in another part, or is only equal", () => {
    const template = frozen();
    rememberValidated({ ...template });
    expect(isValidated({ ...template, hostNetwork: false })).toBe(false);
    expect(isValidated({ ...template, dnsPolicy: "x" })).toBe(false);
    expect(isValidated({ containers: template.containers, volumes: template.volumes })).toBe(false);
    expect(isValidated(frozen())).toBe(false);
  });

  it("remembers no mutable spec, and none that depends on the pod's name", () => {
    const open = { containers: [{ name: "a", image: "a:1" }] };
    rememberValidated(open);
    expect(isValidated(open)).toBe(false);
    const named = deepFreeze({ containers: [{ name: "a", image: "a:1" }], volumes: [{ name: "v", ephemeral: {} }] });
    rememberValidated(named);
    expect(isValidated(named)).toBe(false);
  });
});
