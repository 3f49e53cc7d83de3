import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pod, type TestedApi, testedApi } from "../api.fixture.ts";

let api: TestedApi;
beforeEach(async () => {
  api = await testedApi();
});
afterEach(() => api.close());

const LOG = "/api/v1/namespaces/default/pods/p/log";
const text = async (query = "") => (await fetch(`${api.url}${LOG}${query}`)).text();

/** A pod on node n. Its containers run since the first second of the year, and the first is ready since the fourth. */
function running(
  containers: readonly string[] = ["a"],
  state: Record<string, unknown> = { running: { startedAt: "2026-01-01T00:00:01Z" } },
): void {
  const created = pod("p");
  api.store.create("pods", { ...created, spec: { nodeName: "n", containers: containers.map((name) => ({ name, image: `${name}:1` })) } });
  api.store.edit(
    "pods",
    "default",
    "p",
    (object) => {
      object.status = {
        phase: "Running",
        conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-01T00:00:04Z" }],
        containerStatuses: containers.map((name) => ({ name, ready: name === "a" && "running" in state, state })),
      };
    },
    "status",
  );
}

describe("the log of a pod", () => {
  it("has the start and ready times of a container", async () => {
    running();
    expect(await text()).toBe("a: a:1 started on n\na: ready\n");
    expect(await text("?timestamps=true&tailLines=1")).toBe("2026-01-01T00:00:04.000Z a: ready\n");
    expect(await text("?limitBytes=4")).toBe("a: a");
    api.clock.advance(10_000);
    expect(await text("?sinceSeconds=8")).toBe("a: ready\n");
  });
  it("continues until the pod is gone if followed", async () => {
    running();
    const answer = await fetch(`${api.url}${LOG}?follow=true`);
    api.store.delete("pods", "default", "p", { gracePeriodSeconds: 0 });
    expect(await answer.text()).toContain("a: ready\n");
  });
  it("has timestamps on later lines too if requested", async () => {
    running(["a"], { running: { startedAt: "2026-01-01T00:00:01Z" } });
    const setReady = (ready: boolean) =>
      api.store.edit(
        "pods",
        "default",
        "p",
        (object) => {
          (object.status as { containerStatuses: { ready: boolean }[] }).containerStatuses[0] = {
            ...(object.status as { containerStatuses: { ready: boolean }[] }).containerStatuses[0],
            ready,
          };
        },
        "status",
      );
    setReady(false);
    const answer = await fetch(`${api.url}${LOG}?follow=true&timestamps=true`);
    setReady(true);
    api.store.delete("pods", "default", "p", { gracePeriodSeconds: 0 });
    expect(await answer.text()).toBe("2026-01-01T00:00:01.000Z a: a:1 started on n\n2026-01-01T00:00:04.000Z a: ready\n");
  });
  it.each([
    [["a", "b"], "", "a container name must be specified for pod p, choose one of: [a b]"],
    [["a"], "?container=x", "container x is not valid for pod p"],
    [["a"], "?previous=true", 'previous terminated container "a" in pod "p" not found'],
  ])("of %j with %s is refused with 400", async (containers, query, message) => {
    running(containers);
    expect(await api.ask("GET", `${LOG}${query}`)).toMatchObject({ code: 400, body: { reason: "BadRequest", message } });
  });
  it("is refused while a container waits", async () => {
    running(["a"], { waiting: { reason: "ContainerCreating" } });
    expect((await api.ask("GET", LOG)).body.message).toBe('container "a" in pod "p" is waiting to start: ContainerCreating');
  });
  it("of an unknown pod is 404", async () => {
    expect(await api.ask("GET", LOG)).toMatchObject({ code: 404, body: { message: 'pods "p" not found' } });
  });
});
