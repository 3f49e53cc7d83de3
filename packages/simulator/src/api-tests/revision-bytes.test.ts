import { type TestedApi, testedApi } from "@daemonscope/simulated-apiserver/api/api.fixture";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DaemonSetController } from "../controllers/daemonset/controller.ts";
import { EventRecorder } from "../controllers/recorder.ts";

const REVISIONS = "/apis/apps/v1/namespaces/default/controllerrevisions";

/** A manifest that Kubernetes 1.36.3 stores in another form than it received. */
const ODD = {
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "odd", namespace: "default", labels: { z: "1" } },
  spec: {
    selector: { matchLabels: { name: "odd" } },
    template: {
      metadata: { creationTimestamp: null, labels: { name: "odd", "10": "b", "9": "a", a: "x" }, annotations: {} },
      spec: {
        hostNetwork: false,
        nodeSelector: {},
        tolerations: [],
        terminationGracePeriodSeconds: 30,
        securityContext: {},
        volumes: [{ name: "e", emptyDir: { sizeLimit: "0.5Gi" } }],
        containers: [
          {
            name: "c",
            image: "r/x:1",
            command: ["sh", "-c", "a && b > c <d \u2028 é \u0001 \b \f \u007f"],
            args: [],
            env: [{ name: "E", value: "" }, { name: "F" }, { name: "G", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } }],
            stdin: false,
            resources: {
              limits: { cpu: "1.0", memory: "1024Mi", "ephemeral-storage": "1500Mi", "hugepages-2Mi": "4096Ki" },
              requests: { cpu: 0.5, memory: "0.1Gi", "ephemeral-storage": 1000, "hugepages-2Mi": "4Mi" },
            },
            readinessProbe: { exec: { command: ["x"] }, initialDelaySeconds: 0 },
          },
        ],
      },
    },
  },
};

/** The data of the revision in the response of the API server of Kubernetes 1.36.3. */
const REAL =
  String.raw`"data":{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"10":"b","9":"a","a":"x","name":"odd"}},"spec":{"containers":[{"command":["sh","-c","a \u0026\u0026 b \u003e c \u003cd \u2028 é \u0001 \b \f ` +
  "\u007f" +
  '"],"env":[{"name":"E"},{"name":"F"},{"name":"G","valueFrom":{"resourceFieldRef":{"divisor":"0","resource":"limits.cpu"}}}],"image":"r/x:1","imagePullPolicy":"IfNotPresent","name":"c","readinessProbe":{"exec":{"command":["x"]},"failureThreshold":3,"periodSeconds":10,"successThreshold":1,"timeoutSeconds":1},"resources":{"limits":{"cpu":"1","ephemeral-storage":"1500Mi","hugepages-2Mi":"4Mi","memory":"1Gi"},"requests":{"cpu":"500m","ephemeral-storage":"1k","hugepages-2Mi":"4Mi","memory":"107374182400m"}},"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}],"dnsPolicy":"ClusterFirst","restartPolicy":"Always","schedulerName":"default-scheduler","securityContext":{},"terminationGracePeriodSeconds":30,"volumes":[{"emptyDir":{"sizeLimit":"512Mi"},"name":"e"}]}}}}';

let api: TestedApi;
beforeEach(async () => {
  api = await testedApi();
  const { store, clock } = api;
  new DaemonSetController({
    store,
    clock,
    random: createRandom(1),
    recorder: new EventRecorder(store, clock, 0),
    contrarian: false,
  }).start();
});
afterEach(() => api.close());

const textOf = async (path: string): Promise<string> => (await fetch(`${api.url}${path}`)).text();

it("S30 the data of a revision are byte for byte those of Go for the live template, in each read format", async () => {
  const watch = await api.watch(`${REVISIONS}?watch=1&allowWatchBookmarks=false`);
  expect((await api.ask("POST", "/apis/apps/v1/namespaces/default/daemonsets", ODD)).code).toBe(201);
  api.clock.advance(1000);
  const name = api.store.list("controllerrevisions")[0]?.metadata.name;
  expect(await textOf(`${REVISIONS}/${name}`)).toContain(REAL);
  expect(await textOf(REVISIONS)).toContain(REAL);
  expect(await watch.nextLine()).toContain(REAL);
  await watch.close();
});

it("S30 stores quantities and empty values like Go", async () => {
  await api.ask("POST", "/apis/apps/v1/namespaces/default/daemonsets", ODD);
  const text = await textOf("/apis/apps/v1/namespaces/default/daemonsets/odd");
  expect(text).toContain(String.raw`a \u0026\u0026 b \u003e c`);
  expect(text).toContain('"memory":"107374182400m"');
  expect(text).not.toContain('"args"');
});
