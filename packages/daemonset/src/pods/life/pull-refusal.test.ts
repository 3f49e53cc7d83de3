import { expect, test } from "vitest";
import { pullRefusal } from "./pull-refusal.ts";

const failed = (why: string, image = "registry.example/agent:2") =>
  `Failed to pull image "${image}": rpc error: code = Unknown desc = failed to pull and unpack image "${image}": failed to resolve reference "${image}": ${why}`;

test.each([
  [failed("not found"), "notFound"],
  [failed("unexpected status from HEAD request to https://registry.example/v2/agent/manifests/2: 401 Unauthorized"), "denied"],
  [failed("pull access denied, repository does not exist or may require authorization: server message: insufficient_scope"), "denied"],
  ["reading manifest 2 in registry.example/agent: manifest unknown", "notFound"],
  [failed("failed to do request: Head https://registry.example/v2/: dial tcp 10.0.0.1:443: i/o timeout"), "timeout"],
  [failed("failed to do request: Head https://registry.example/v2/: context deadline exceeded"), "timeout"],
  [failed("failed to do request: dial tcp: lookup registry.example on 10.0.0.10:53: no such host"), "noSuchHost"],
  [failed("tls: failed to verify certificate: x509: certificate signed by unknown authority"), "certificate"],
  [failed("429 Too Many Requests - Server message: toomanyrequests"), "rateLimited"],
  ['Back-off pulling image "registry.example/agent:2"', undefined],
  [failed("something else", "registry.example/timeout-unauthorized:not-found"), undefined],
] as const)("W8 extracts the registry's reason from a kubelet pull message: %s", (message, refusal) => {
  expect(pullRefusal([message])).toBe(refusal);
});

test("W8 uses the first message that has a reason", () => {
  expect(pullRefusal(["Back-off pulling image", failed("not found"), failed("429 Too Many Requests")])).toBe("notFound");
});
