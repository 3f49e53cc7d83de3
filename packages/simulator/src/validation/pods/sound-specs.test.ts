import { expect, it } from "vitest";
import { deepFreeze } from "../../objects/json.ts";
import { isKnownSound, rememberSound } from "./sound-specs.ts";

const frozen = () => deepFreeze({ containers: [{ name: "a", image: "a:1" }], volumes: [{ name: "v", emptyDir: {} }], hostNetwork: true });

it("knows another pod of the same template, whatever its affinity and tolerations", () => {
  const template = frozen();
  rememberSound({ ...template, affinity: { a: 1 } });
  expect(isKnownSound({ ...template, affinity: { a: 2 }, tolerations: [] })).toBe(true);
});

it("knows nothing of a spec that differs in any other part, or is equal only", () => {
  const template = frozen();
  rememberSound({ ...template });
  expect(isKnownSound({ ...template, hostNetwork: false })).toBe(false);
  expect(isKnownSound({ ...template, dnsPolicy: "x" })).toBe(false);
  expect(isKnownSound({ containers: template.containers, volumes: template.volumes })).toBe(false);
  expect(isKnownSound(frozen())).toBe(false);
});

it("keeps nothing that may change, or that depends on the pod's name", () => {
  const open = { containers: [{ name: "a", image: "a:1" }] };
  rememberSound(open);
  expect(isKnownSound(open)).toBe(false);
  const named = deepFreeze({ containers: [{ name: "a", image: "a:1" }], volumes: [{ name: "v", ephemeral: {} }] });
  rememberSound(named);
  expect(isKnownSound(named)).toBe(false);
});
