import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, describe, expect, it } from "vitest";
import { serverOnManualTime } from "../../context.fixture.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const SECRETS = {
  metadata: {
    name: "logs",
    namespace: "kube-system",
    uid: "u1",
    resourceVersion: "77",
    annotations: { "kubectl.kubernetes.io/last-applied-configuration": '{"env":"canary-applied"}', note: "shown" },
    managedFields: [{ manager: "kubectl" }],
  },
  spec: {
    template: {
      spec: {
        containers: [
          {
            name: "agent",
            command: ["sh", "-c", "canary-command"],
            args: ["--token=canary-argument", "--verbose"],
            env: [
              { name: "PASSWORD", value: "canary-value" },
              { name: "AGAIN", value: "canary-value" },
            ],
          },
        ],
      },
    },
  },
};

async function serverWith(...items: readonly object[]) {
  const api = await startRawApiServer((_request, response) =>
    response.end(JSON.stringify({ kind: "List", metadata: { resourceVersion: "9" }, items })),
  );
  started.push(api);
  return { api, ...serverOnManualTime({ apiServer: api.url }) };
}

describe("YAML", () => {
  it("G12 of a DaemonSet hides values, arguments, commands and last-applied, and managed fields unless requested", async () => {
    const { get, api } = await serverWith(SECRETS);
    const answer = (await get("/api/yaml?namespace=kube-system&daemonSet=logs")).json();
    expect(answer).toMatchObject({ kind: "DaemonSet", name: "logs", resourceVersion: "77", showsValues: false });
    expect(answer.yaml).not.toContain("canary");
    expect(answer.yaml).not.toContain("managedFields");
    expect(answer.yaml).toMatch(/^apiVersion: apps\/v1\nkind: DaemonSet\nmetadata:\n/);
    expect(answer.yaml).toContain("name: PASSWORD\n          value: <hidden ");
    expect(answer.yaml).toContain("--token=<hidden");
    expect(answer.yaml).toContain("- --verbose");
    expect(answer.yaml).toContain("note: shown");
    const managed = (await get("/api/yaml?namespace=kube-system&daemonSet=logs&managed=true")).json();
    expect(managed.yaml).toContain("managedFields");
    expect(managed.yaml).not.toContain("canary");
    expect(api.requests[0]?.query.get("fieldSelector")).toBe("metadata.name=logs");
  });

  it("of a pod must be of the DaemonSet: another name suggests similar ones", async () => {
    const { get, model } = await serverWith({ ...SECRETS, metadata: { ...SECRETS.metadata, name: "x" } });
    const pod = model.reading.podsOf("kube-system/logs", "n1")[0]?.name ?? "";
    expect((await get(`/api/yaml?namespace=kube-system&daemonSet=logs&pod=${pod}`)).json()).toMatchObject({ kind: "Pod", name: pod });
    const wrong = await get(`/api/yaml?namespace=kube-system&daemonSet=logs&pod=${pod}x`);
    expect(wrong.statusCode).toBe(404);
    expect(wrong.json()).toMatchObject({ code: "PodNotFound", nearest: [pod] });
  });

  it("reports a deleted object, and the error of an unreachable API server", async () => {
    const { get } = await serverWith();
    expect((await get("/api/yaml?node=n1")).json().message).toBe("Node n1 has just gone.");
    const nowhere = await serverOnManualTime().get("/api/yaml?node=n1");
    expect(nowhere.statusCode).toBe(502);
    expect(nowhere.json().message).toContain("connection refused");
  });
});
