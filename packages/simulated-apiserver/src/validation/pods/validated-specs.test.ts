import { expect, it } from "vitest";
import { deepFreeze } from "../../objects/json.ts";
import { isValidated, rememberValidated } from "./validated-specs.ts";

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
