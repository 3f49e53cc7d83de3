import { AppsV1Api, CoreV1Api, type Informer, KubeConfig, type KubernetesObject, makeInformer } from "@kubernetes/client-node";
import { answerLines, print } from "./program.ts";

/**
 * The baseline for our server on a real control plane: informers of the pinned Kubernetes client. They watch the kinds
 * that the server reads, pods by the same label, with handlers that only count.
 */
const [kubeconfig = ""] = process.argv.slice(2);
const REVISION_LABEL = "controller-revision-hash";
const RETRY_MS = 1000;
const config = new KubeConfig();
config.loadFromFile(kubeconfig);
const [core, apps] = [config.makeApiClient(CoreV1Api), config.makeApiClient(AppsV1Api)];
let seen = 0;
const count = (): void => {
  seen++;
};

async function startCounting<T extends KubernetesObject>(informer: Informer<T>): Promise<void> {
  informer.on("add", count);
  informer.on("update", count);
  informer.on("delete", count);
  informer.on("error", (error) => {
    process.stderr.write(`informer: ${String(error)}\n`);
    setTimeout(() => void informer.start(), RETRY_MS);
  });
  await informer.start();
}

await Promise.all([
  startCounting(
    makeInformer(config, "/api/v1/pods", () => core.listPodForAllNamespaces({ labelSelector: REVISION_LABEL }), REVISION_LABEL),
  ),
  startCounting(makeInformer(config, "/api/v1/nodes", () => core.listNode())),
  startCounting(makeInformer(config, "/apis/apps/v1/daemonsets", () => apps.listDaemonSetForAllNamespaces())),
  startCounting(makeInformer(config, "/apis/apps/v1/controllerrevisions", () => apps.listControllerRevisionForAllNamespaces())),
]);
print({ seen });
await answerLines(() => ({ seen }));
