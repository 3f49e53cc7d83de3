import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { putDaemonSet, putNode, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { drain } from "@daemonscope/kube/base/drain";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { describe, expect, onTestFinished, test } from "vitest";
import { runInARow } from "../../feed/drain-in-slices.ts";
import { SecretRedactor } from "../../feed/secret-redactor.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { previewOf, whatIfAnswer } from "./what-if-answer.ts";

describe("withTemplatesForSteps", () => {
  const template = (selector: Readonly<Record<string, string>>, password: string) => ({
    metadata: { labels: { app: "agent" } },
    spec: {
      nodeSelector: selector,
      containers: [
        {
          name: "agent",
          image: "agent:1",
          env: [{ name: "PASSWORD", value: password }],
          resources: { requests: { cpu: "100m", memory: "1Gi" } },
          ports: [{ containerPort: 80, protocol: "TCP" }],
        },
      ],
    },
  });
  const DAEMON_SET = {
    metadata: { name: "agent", namespace: "kube-system", uid: "u-agent", resourceVersion: "1", generation: 2 },
    spec: { selector: { matchLabels: { app: "agent" } }, template: template({ pool: "small" }, "two") },
  };
  const revision = (number: number, podTemplate: object) => ({
    metadata: {
      name: `agent-h${number}`,
      namespace: "kube-system",
      uid: `u-h${number}`,
      resourceVersion: "1",
      labels: { app: "agent", "controller-revision-hash": `h${number}` },
      ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", uid: "u-agent", controller: true }],
    },
    revision: number,
    data: { spec: { template: podTemplate } },
  });
  const REVISIONS = [revision(1, template({}, "one")), revision(2, DAEMON_SET.spec.template)];
  const node = (name: string, labels: object) => ({ metadata: { name, uid: name, resourceVersion: "1", labels }, spec: {}, status: {} });

  function objectOf<T>(decoded: Decoded<T>): T {
    if (!("object" in decoded)) throw new Error("unusable");
    return decoded.object;
  }

  /** Returns a function that previews a step on a model from a log, with nodes `small` and `large`. The API server
   *  answers only with `mayRead`. */
  async function previewOnFollowedLog(mayRead: boolean) {
    const api = await startRawApiServer(({ path }, response) => {
      const items = path.endsWith("/daemonsets") ? [DAEMON_SET] : path.endsWith("/controllerrevisions") ? REVISIONS : [];
      response.writeHead(mayRead ? 200 : 403, { "content-type": "application/json" });
      response.end(JSON.stringify(mayRead ? { metadata: {}, items } : { kind: "Status" }));
    });
    onTestFinished(() => api.close());
    const model = new ClusterModel({ nowMs: 0 });
    const projection = new SecretRedactor();
    for (const each of [node("small", { pool: "small" }), node("large", {})]) model.apply(putNode(objectOf(decodeNode(each))));
    model.apply(putDaemonSet(projection.daemonSet(objectOf(decodeDaemonSet(DAEMON_SET)))));
    for (const each of REVISIONS) model.apply(putRevision(projection.revision(objectOf(decodeControllerRevision(each)))));
    model.takeChanges();
    const reads = new OnDemandReads({ transport: plainHttpTransport(api.url), namespace: undefined });
    const cluster = { context: "test", server: api.url, version: undefined, simulated: false };
    const keepTemplate = createTemplateRedactor({ key: new Uint8Array(32), showValues: false });
    return async (step: Step) =>
      drain(whatIfAnswer(await previewOf({ reading: model.reading, cluster, keepTemplate }, [step], reads, { run: runInARow })));
  }

  /** The same template in another spelling of quantities and ports. */
  const respelled = (cpu: number | string): Step => ({
    kind: "apply",
    manifest: {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name: "agent", namespace: "kube-system" },
      spec: {
        selector: { matchLabels: { app: "agent" } },
        template: {
          metadata: { labels: { app: "agent" } },
          spec: {
            nodeSelector: { pool: "small" },
            containers: [
              { name: "agent", image: "agent:1", resources: { requests: { cpu, memory: "1024Mi" } }, ports: [{ containerPort: 80 }] },
            ],
          },
        },
      },
    } as never,
  });

  const UNDO: Step = { kind: "edit", namespace: "kube-system", name: "agent", edit: { kind: "revision", to: 1 } };
  const password = (text: string): Step => ({
    kind: "apply",
    manifest: {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name: "agent", namespace: "kube-system" },
      spec: { selector: { matchLabels: { app: "agent" } }, template: template({ pool: "small" }, text) },
    } as never,
  });

  test("L5 I4 previews an undo without templates in the log, by asking the API server", async () => {
    const { steps, daemonSets } = await (await previewOnFollowedLog(true))(UNDO);
    expect(steps[0]?.problem).toBeUndefined();
    expect(daemonSets[0]).toMatchObject({ now: { desired: 1 }, then: { desired: 2 } });
  });

  test("L5 G12 previews a manifest in the same way", async () => {
    const ask = await previewOnFollowedLog(true);
    expect((await ask(password("two"))).steps[0]).toMatchObject({ isSoAlready: true });
    expect((await ask(password("three"))).steps[0]).toMatchObject({ isSoAlready: false });
  });

  test("L5 without the right to read templates, a preview reports what is missing", async () => {
    const ask = await previewOnFollowedLog(false);
    expect((await ask(UNDO)).steps[0]?.problem?.code).toBe("revisionNotHeld");
    expect((await ask(password("three"))).steps[0]?.doubts?.map(({ code }) => code)).toEqual(["templateInPart"]);
  });

  test("L5 a quantity and a port are equal in any spelling, also with a partly known template", async () => {
    const ask = await previewOnFollowedLog(false);
    const codes = async (step: Step) => (await ask(step)).steps[0]?.doubts?.map(({ code }) => code);
    expect(await codes(respelled(0.1))).toEqual(["templateInPart"]);
    expect(await codes(respelled("0.1"))).toEqual(["templateInPart"]);
    expect(await codes(respelled("200m"))).toBeUndefined();
  });
});
