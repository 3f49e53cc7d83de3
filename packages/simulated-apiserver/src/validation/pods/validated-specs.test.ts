import { expect, it } from "vitest";
import { deepFreeze } from "../../objects/json.ts";
import { isValidated, rememberValidated } from "./validated-specs.ts";

const frozen = () => deepFreeze({ containers: [{ name: "a", image: "a:1" }], volumes: [{ name: "v", emptyDir: {} }], hostNetwork: true });

it("knows another pod of the same template, whatever its affinity and tolerations", () => {
  const template = frozen();
  rememberValidated({ ...template, affinity: { a: 1 } });
  expect(isValidated({ ...template, affinity: { a: 2 }, tolerations: [] })).toBe(true);
});

it("knows nothing of a spec that differs in any other part, or is equal only", () => {
  const template = frozen();
  rememberValidated({ ...template });
  expect(isValidated({ ...template, hostNetwork: false })).toBe(false);
  expect(isValidated({ ...template, dnsPolicy: "x" })).toBe(false);
  expect(isValidated({ containers: template.containers, volumes: template.volumes })).toBe(false);
  expect(isValidated(frozen())).toBe(false);
});

it("keeps nothing that may change, or that depends on the pod's name", () => {
  const open = { containers: [{ name: "a", image: "a:1" }] };
  rememberValidated(open);
  expect(isValidated(open)).toBe(false);
  const named = deepFreeze({ containers: [{ name: "a", image: "a:1" }], volumes: [{ name: "v", ephemeral: {} }] });
  rememberValidated(named);
  expect(isValidated(named)).toBe(false);
});
