import { StoreError } from "@daemonscope/simulated-apiserver/objects/failures";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { applyManifest, type Manifest } from "../../staging/applies-manifests.ts";
import { simulate } from "../trace.fixture.ts";
import { badManifest } from "./bad-manifest.ts";

it("T17 refuses each bad manifest with the API's message, and changes nothing", () => {
  const { store, clock } = simulate("bad-manifest", { manualSteps: true });
  const before = store.resourceVersion;
  const answers = badManifest.steps.slice(0, -1).map(({ kubectl }) => {
    try {
      applyManifest(store, parse(kubectl.split("\n").slice(1, -1).join("\n")) as Manifest);
      return "applied";
    } catch (error) {
      return error instanceof StoreError ? [error.failure.code, error.message] : error;
    }
  });
  expect(answers).toEqual([
    [
      422,
      'DaemonSet.apps "log-agent" is invalid: spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"',
    ],
    [
      422,
      'DaemonSet.apps "log-agent" is invalid: spec.template.metadata.labels: Invalid value: {"app":"log-agent"}: `selector` does not match template `labels`',
    ],
    [
      422,
      'DaemonSet.apps "log-agent" is invalid: spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0',
    ],
    [
      422,
      'DaemonSet.apps "log-agent" is invalid: spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero',
    ],
    [
      422,
      'DaemonSet.apps "node-agent" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"node-agent","tier":"node"}}: field is immutable',
    ],
  ]);
  expect(store.resourceVersion).toBe(before);
  clock.advance(1000);
  expect(store.list("daemonsets").map(({ metadata }) => metadata.name)).toEqual(["node-agent"]);
});

it("T17 the steps continue after a refusal, and the good manifest is applied", () => {
  const { store, clock, play } = simulate("bad-manifest");
  clock.advance(54_000);
  expect(play?.steps().map(({ done, refusals }) => [done, refusals.length])).toEqual([...Array(5).fill([true, 1]), [false, 0]]);
  expect(play?.steps()[0]?.refusals).toEqual([expect.stringContaining('spec.template.spec.restartPolicy: Unsupported value: "OnFailure"')]);
  expect(store.get("daemonsets", "default", "log-agent")).toBeUndefined();
  clock.advance(10_000);
  expect(store.get("daemonsets", "default", "log-agent")?.status).toMatchObject({ numberAvailable: 3 });
});
