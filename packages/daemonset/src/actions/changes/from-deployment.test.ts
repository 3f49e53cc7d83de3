import { expect, test } from "vitest";
import { daemonSetFromDeployment } from "./from-deployment.ts";

test("T2 a DaemonSet from a Deployment omits Deployment-only fields and fields that the API server wrote", () => {
  const template = { metadata: { labels: { app: "log" } }, spec: { containers: [{ name: "log", image: "log:1" }] } };
  const selector = { matchLabels: { app: "log" } };
  expect(
    daemonSetFromDeployment({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: {
        name: "log",
        namespace: "ops",
        labels: { team: "a" },
        uid: "u",
        resourceVersion: "7",
        annotations: { "deployment.kubernetes.io/revision": "3" },
      },
      spec: {
        replicas: 3,
        paused: false,
        strategy: { type: "Recreate" },
        progressDeadlineSeconds: 600,
        revisionHistoryLimit: 5,
        minReadySeconds: 2,
        selector,
        template,
      },
      status: { replicas: 3 },
    }),
  ).toEqual({
    kind: "createDaemonSet",
    manifest: {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name: "log", namespace: "ops", labels: { team: "a" } },
      spec: { revisionHistoryLimit: 5, minReadySeconds: 2, selector, template },
    },
  });
});
