import { type ChildProcess, spawn } from "node:child_process";
import { expect, test } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "../control-plane.ts";
import { agent, bodyOf, type ClaimCluster, type ClusterClaim, type KubectlClaim } from "./claim.ts";
import { CLAIMS, matcher } from "./claims.ts";

// The claims about a cluster that fake kubelets can show, on a real API server, controller manager and scheduler.

const LIMIT_MS = 60_000;

let cluster: ControlPlane;
let proxy: ChildProcess;
let url: string;

test.beforeAll(async () => {
  cluster = await startControlPlane({ nodes: 4, controllers: "*" });
  proxy = spawn("kubectl", ["proxy", "--port=0"], {
    env: { ...process.env, KUBECONFIG: cluster.kubeconfig },
  });
  url = await new Promise((done, failed) => {
    proxy.once("error", failed);
    proxy.stdout?.on("data", (part: Buffer) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(part.toString("utf8"))?.[1];
      if (port !== undefined) done(`http://127.0.0.1:${port}`);
    });
  });
});
test.afterAll(async () => {
  proxy?.kill();
  await cluster?.stop();
});

function clusterOf(namespace: string): ClaimCluster {
  return {
    namespace,
    async send(method, path, body, type = "application/json") {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": type }) },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return { code: response.status, body: bodyOf(await response.text()) };
    },
    pass: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
  };
}

for (const claim of CLAIMS.filter((each): each is ClusterClaim => each.kind === "cluster" && each.only === undefined))
  test(`claim ${claim.id}: ${claim.claim} (${claim.today})`, async () => {
    test.setTimeout(2 * LIMIT_MS);
    const namespace = `claim-${claim.id}`;
    await cluster.mustKubectl(["create", "namespace", namespace]);
    const onIt = clusterOf(namespace);
    const account = async () => (await onIt.send("GET", `/api/v1/namespaces/${namespace}/serviceaccounts/default`)).code;
    await expect.poll(account, { timeout: LIMIT_MS }).toBe(200);
    try {
      await claim.play?.(onIt);
      const isMet = matcher(claim.expected);
      let read = await claim.read(onIt);
      for (const fromMs = Date.now(); !isMet(read) && Date.now() - fromMs < LIMIT_MS; read = await claim.read(onIt)) await onIt.pass(0.5);
      if (!isMet(read)) expect(read).toEqual(claim.expected);
    } finally {
      await claim.end?.(onIt);
      await cluster.kubectl(["delete", "namespace", namespace, "--wait=false"]);
    }
  });

for (const claim of CLAIMS.filter((each): each is KubectlClaim => each.kind === "kubectl"))
  test(`claim ${claim.id}: ${claim.claim} (${claim.today})`, async () => {
    await cluster.mustKubectl(["apply", "-f", "-"], JSON.stringify(agent()));
    const { stdout, stderr } = await cluster.kubectl(claim.args);
    expect(`${stdout}${stderr}`).toMatch(claim.expected);
  });
