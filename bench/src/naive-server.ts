import { createServer, type ServerResponse } from "node:http";
import { CoreV1Api, KubeConfig, makeInformer, type V1Pod } from "@kubernetes/client-node";
import { endWithParent, listen, print } from "./program.ts";

/**
 * The page of a stack without its own wire format or canvas, as text. It has a rectangle of SVG for each pod, and each
 * event sets the fill of one. It imports none of our code.
 */
const NAIVE_PAGE = `<!doctype html><title>naive</title><svg id="grid" width="1440" height="900"></svg><script type="module">
const grid = document.querySelector("#grid");
const rects = new Map();
let waiting = [];
window.drawn = [];
const now = () => performance.timeOrigin + performance.now();
const fill = (isReady) => (isReady ? "#2a9d5c" : "#d1495b");
const { pods } = await (await fetch("/list")).json();
const across = Math.ceil(Math.sqrt((pods.length * 1440) / 900));
for (const [at, { uid, isReady }] of pods.entries()) {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const size = 1440 / across;
  for (const [name, value] of Object.entries({ x: (at % across) * size, y: Math.floor(at / across) * size, width: size * 0.8, height: size * 0.8, fill: fill(isReady) }))
    rect.setAttribute(name, value);
  rects.set(uid, rect);
  grid.append(rect);
}
new EventSource("/events").onmessage = ({ data }) => {
  const { uid, node, daemonSet, isReady } = JSON.parse(data);
  rects.get(uid)?.setAttribute("fill", fill(isReady));
  if (waiting.length === 0) requestAnimationFrame(() => {
    const atMs = now();
    for (const each of waiting) window.drawn.push({ ...each, atMs });
    waiting = [];
  });
  waiting.push({ node, daemonSet, isReady });
};
window.isReadyToMeasure = true;
</script>`;

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
print({ port: await listen(server), pods: pods.size });
endWithParent();
