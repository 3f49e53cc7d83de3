import { parseSteps } from "@daemonscope/daemonset/actions/steps/parse-step";
import { type ClusterEvent, putDaemonSet, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, describe, expect, test } from "vitest";
import { kubeDaemonSet, kubePod, kubeRevision } from "../../cluster.fixture.ts";
import { applyObserved } from "../../feed/event-observer.ts";
import type { UserRights } from "../rights/user-rights.ts";
import { fixtureRights, serverWithUsers } from "./users.fixture.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const SEEN = { namespace: "seen", name: "logs" };
const HIDDEN = { namespace: "hidden", name: "vault-agent" };
/** A pod in a namespace that no user of this test may read. It takes capacity. */
const TENANT = "tenant-batch-7";

function daemonSetIn({ namespace, name }: typeof SEEN) {
  const made = kubeDaemonSet(name, { desired: 3 });
  return { ...made, metadata: { ...made.metadata, namespace, uid: `uid-of-${name}` } };
}

/** A cluster with a DaemonSet in each of two namespaces, on three nodes. A pod of a third namespace fills their free
 *  capacity. */
async function serverFor(rights: UserRights) {
  const asked: string[] = [];
  const api = await startRawApiServer(({ path }, response) => {
    asked.push(path);
    const allocatable = { cpu: "1", memory: "1Gi", pods: "9" };
    const nodes = ["n1", "n2", "n3"].map((name) => ({ metadata: { name }, status: { allocatable } }));
    const pod = {
      metadata: { name: TENANT, namespace: "tenant", uid: "b", resourceVersion: "1" },
      spec: { nodeName: "n3", priority: -1, containers: [{ name: "c", image: "i", resources: { requests: { cpu: "900m" } } }] },
      status: { phase: "Running" },
    };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ metadata: { resourceVersion: "9" }, items: path.endsWith("/nodes") ? nodes : [pod] }));
  });
  started.push(api);
  const made = serverWithUsers({ apiServer: api.url });
  const whole = (event: ClusterEvent) => {
    applyObserved(made.model, event, made.time.nowMs(), made.writer);
    made.rights.onEvent(event);
  };
  for (const which of [SEEN, HIDDEN]) {
    const set = daemonSetIn(which);
    whole(putDaemonSet(set));
    const revision = kubeRevision(set);
    whole(putRevision({ ...revision, metadata: { ...revision.metadata, namespace: which.namespace } }));
    for (const node of ["n1", "n2", "n3"]) {
      const pod = kubePod(set, node);
      whole(putPod({ ...pod, metadata: { ...pod.metadata, namespace: which.namespace } }));
    }
  }
  made.tick();
  made.grant("p", rights);
  return {
    asked,
    async ask(text: string, path = "/api/what-if", more: object = {}) {
      const read = parseSteps(text);
      if (read.kind === "unreadable") throw new Error(read.word);
      return made.postAs("p", path, { steps: read.steps, ...more });
    },
  };
}

const NAMESPACED = fixtureRights([SEEN.namespace], { nodes: "all" });
const manifest = (namespace: string, name: string) =>
  `apply ${JSON.stringify({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { namespace, name },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  })}`;

describe("G30 a user of some namespaces gets a preview of these", () => {
  test("counts, names and unchanged values are limited to visible namespaces", async () => {
    const { ask } = await serverFor(NAMESPACED);
    const answer = await ask("taint --all x:NoExecute");
    expect(answer.statusCode).toBe(200);
    expect(answer.json().daemonSets.map(({ key }: { readonly key: string }) => key)).toEqual(["seen/logs"]);
    expect(answer.json().unchanged).toEqual([]);
    expect(answer.body).not.toContain("hidden");
  });

  test.each([
    "delete hidden/vault-agent",
    "restart hidden/vault-agent",
    "set-image hidden/vault-agent c=i",
    "undo hidden/vault-agent 1",
    "delete-pods hidden vault-agent-n1",
  ])("%s gives the same as for an object that does not exist", async (text) => {
    const { ask } = await serverFor(NAMESPACED);
    const other = text.replaceAll("vault-agent", "no-such-one").replace("hidden", "nowhere");
    const [existing, missing] = [await ask(text), await ask(other)];
    const neutral = (body: string) => body.replaceAll("no-such-one", "vault-agent").replaceAll("nowhere", "hidden");
    expect(existing.json().steps).toEqual(JSON.parse(neutral(missing.body)).steps);
    expect(existing.json().steps[0].problem.message).not.toContain("nearest");
  });

  test("a manifest named like an invisible DaemonSet is new, and the existing one is not read", async () => {
    const { ask, asked } = await serverFor(NAMESPACED);
    const [existing, missing] = [await ask(manifest("hidden", "vault-agent")), await ask(manifest("hidden", "other-agent"))];
    expect(existing.json().daemonSets).toEqual(JSON.parse(missing.body.replaceAll("other-agent", "vault-agent")).daemonSets);
    expect(existing.json().daemonSets[0]).toMatchObject({ life: "comes", ghosts: [{ ghost: "comes", nodes: ["n1", "n3"] }] });
    expect(asked).toEqual([]);
  });

  test("refuses a pair of another namespace", async () => {
    const { ask } = await serverFor(NAMESPACED);
    const pair = { ...HIDDEN, daemonSet: HIDDEN.name, node: "n1" };
    const answer = await ask("cordon n1", "/api/what-if/pair", pair);
    expect([answer.statusCode, answer.json().code, answer.json().nearest]).toEqual([404, "DaemonSetNotFound", undefined]);
  });
});

describe("G33 node capacity is read within the user's rights", () => {
  test("without the right to all pods capacity is unread, and no pods are requested", async () => {
    const { ask, asked } = await serverFor(NAMESPACED);
    const answer = await ask(manifest("seen", "probe"));
    expect(answer.json().room).toEqual({
      kind: "unread",
      message: expect.stringMatching(/^Free capacity is unknown, .*: .*your own rights do not cover/i),
    });
    expect(answer.json().tax).toEqual([]);
    expect(answer.body).not.toContain(TENANT);
    expect(asked.filter((path) => path.endsWith("/pods"))).toEqual([]);
  });

  test("with the right to all pods it names blocking pods, and no other DaemonSet", async () => {
    const { ask } = await serverFor({ ...NAMESPACED, pods: "all" });
    const answer = await ask(manifest("seen", "probe").replace('"image":"i"', '"image":"i","resources":{"requests":{"cpu":"500m"}}'));
    expect(answer.json()).toMatchObject({ room: { kind: "read" }, daemonSets: [{ key: "seen/probe" }] });
    expect(answer.body).toContain(TENANT);
    expect(answer.body).not.toContain("vault-agent");
  });

  test.each<readonly [string, Partial<UserRights>]>([
    ["nodes", { nodes: "none" }],
    ["pods", { pods: "none" }],
    ["controllerrevisions", { controllerrevisions: "none" }],
  ])("without %s nothing is counted, and the error names no object", async (kind, less) => {
    const { ask } = await serverFor({ ...NAMESPACED, ...less });
    const answer = await ask("taint --all x:NoExecute");
    expect(answer.statusCode).toBe(503);
    expect(answer.json().message).toContain(kind);
    expect(answer.body).not.toMatch(/hidden|vault|tenant/);
  });
});
