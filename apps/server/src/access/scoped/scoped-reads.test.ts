import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { expect, it } from "vitest";
import { NodePseudonyms } from "./node-pseudonyms.ts";
import { scopedTransport } from "./scoped-reads.ts";
import { fixtureRights } from "./users.fixture.ts";

const SERVER_MESSAGE = 'Get "https://worker-2:10250/containerLogs/alpha/p/c": dial tcp: lookup worker-2: no such host';
const failing: Transport = {
  server: "https://cluster",
  get: () => Promise.reject(new KubeRequestError("status", `GET: ${SERVER_MESSAGE}`, { httpStatus: 500, serverMessage: SERVER_MESSAGE })),
};

it("G29 G34 a refusal of the API server names no node to a user who may not list nodes", async () => {
  const hidden = new NodePseudonyms((name) => name === "worker-2", Buffer.alloc(16));
  const asked = scopedTransport(failing, fixtureRights(["alpha"]), hidden).get("/api/v1/namespaces/alpha/pods/p/log", {}, {} as never);
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason as KubeRequestError,
  );
  expect(error).toMatchObject({ code: "status", httpStatus: 500 });
  for (const words of [error?.message, error?.serverMessage]) expect(words).toMatch(/https:\/\/node#[0-9a-f]{12}:10250.*lookup node#/);
  for (const words of [error?.message, error?.serverMessage]) expect(words).not.toContain("worker-2");
});
