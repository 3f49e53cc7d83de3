import { expect, test } from "vitest";
import { kubectlLine } from "./kubectl-line.ts";

const cluster = (context: string, simulated = false) => ({ context, server: "https://10.0.0.1", version: undefined, simulated });

test.each([
  [cluster("eu1-prod"), "logging", "kubectl --context eu1-prod -n logging rollout status ds/fluent-bit"],
  [cluster("admin@my cluster"), "logging", "kubectl --context 'admin@my cluster' -n logging rollout status ds/fluent-bit"],
  [cluster("in-cluster"), "logging", "kubectl -n logging rollout status ds/fluent-bit"],
  [cluster("tour", true), undefined, "kubectl rollout status ds/fluent-bit"],
  [undefined, "logging", "kubectl -n logging rollout status ds/fluent-bit"],
])("with identity %j and namespace %s the command is %s", (identity, namespace, line) => {
  expect(kubectlLine(identity, namespace, ["rollout", "status", "ds/fluent-bit"])).toBe(line);
});
