import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CoreV1Api, KubeConfig, makeInformer, type V1Pod } from "@kubernetes/client-node";
import { NAIVE_PAGE } from "./naive-page.ts";

/**
 * The usual stack of such tools, as the baseline of the whole chain. It is the pinned client's informer, JSON of each
 * event to each reader, and a page of SVG.
 */
const [kubeconfig = ""] = process.argv.slice(2);
const config = new KubeConfig();
config.loadFromFile(kubeconfig);
const core = config.makeApiClient(CoreV1Api);
const pods = new Map<string, V1Pod>();
const readers = new Set<ServerResponse>();
const summaryOf = ({ metadata, spec, status }: V1Pod) => ({
  uid: metadata?.uid,
  node: spec?.nodeName,
  daemonSet: `${metadata?.namespace}/${metadata?.ownerReferences?.[0]?.name}`,
  isReady: status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") === true,
  phase: status?.phase,
  createdAt: metadata?.creationTimestamp,
});
const put = (pod: V1Pod) => void pods.set(pod.metadata?.uid ?? "", pod);
const informer = makeInformer(config, "/api/v1/pods", () => core.listPodForAllNamespaces());
informer.on("add", put);
informer.on("update", (pod) => {
  put(pod);
  for (const reader of readers) reader.write(`data:${JSON.stringify(summaryOf(pod))}\n\n`);
});
informer.on("error", (error) => process.stderr.write(`informer: ${String(error)}\n`));
await informer.start();

const server = createServer((request, response) => {
  if (request.url === "/list") return response.end(JSON.stringify({ pods: [...pods.values()].map(summaryOf) }));
  if (request.url === "/events") {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    readers.add(response);
    response.on("close", () => readers.delete(response));
    return undefined;
  }
  return response.writeHead(200, { "content-type": "text/html" }).end(NAIVE_PAGE);
});
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port, pods: pods.size })}\n`),
);
process.stdin.resume().on("end", () => process.exit(0));
