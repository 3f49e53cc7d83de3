import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { DEFAULT_CIPHERS } from "node:tls";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { encodedPod, enveloped, part } from "@daemonscope/kube-client/fast/protobuf/encode-message.fixture";
import { frameOf, PODS, podAt } from "./ingest-pods.ts";
import { endWithParent, listen, print } from "./program.ts";

/**
 * A watch source that is faster than its readers: pods encoded beforehand, sent as fast as the socket accepts them
 * after a request of `/go`.
 */
const EVENTS = Number(process.argv[2] ?? 30_000);

const list = JSON.stringify({
  kind: "PodList",
  apiVersion: "v1",
  metadata: { resourceVersion: "1" },
  items: Array.from({ length: PODS }, (_value, at) => podAt(at, 1)),
});
const lines = Array.from({ length: EVENTS }, (_value, at) =>
  Buffer.from(`${JSON.stringify({ type: "MODIFIED", object: podAt(at % PODS, at + 2) })}\n`),
);
const frames = Array.from({ length: EVENTS }, (_value, at) => frameOf(at % PODS, at + 2));
const listFrame = enveloped(
  "PodList",
  Buffer.concat([part(1, part(2, Buffer.from("1"))), ...Array.from({ length: PODS }, (_value, at) => part(2, encodedPod(podAt(at, 1))))]),
);
const PROTOBUF = "application/vnd.kubernetes.protobuf";
/** The open watches, and the frames that each receives. */
const watchers = new Map<ServerResponse, readonly Buffer[]>();

async function send(): Promise<void> {
  for (const [watcher, parts] of watchers)
    for (const part of parts) if (!watcher.write(part)) await new Promise<void>((done) => watcher.once("drain", () => done()));
}

const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
  if (pathname === "/go") {
    response.end("ok");
    void send();
    return;
  }
  if (pathname === "/version") return response.end(JSON.stringify({ gitVersion: "v1.30.0", major: "1", minor: "30" }));
  if (pathname === "/livez") return response.end("ok");
  const isPods = pathname.endsWith("/pods");
  const isBinary = isPods && (request.headers.accept ?? "").includes(PROTOBUF) && !process.env.BENCH_JSON;
  response.setHeader("content-type", isBinary ? PROTOBUF : "application/json");
  if (searchParams.get("watch") !== "true" && searchParams.get("watch") !== "1")
    return response.end(
      isBinary ? listFrame : isPods ? list : JSON.stringify({ kind: "List", metadata: { resourceVersion: "1" }, items: [] }),
    );
  response.flushHeaders();
  if (!isPods) return undefined;
  watchers.set(response, isBinary ? frames : lines);
  response.on("close", () => watchers.delete(response));
  return undefined;
};
const isTls = process.env.BENCH_TLS === "1";
/**
 * The cipher that a kube-apiserver selects from node's offer, on a processor with AES. Go prefers 128 bits; node as a
 * server prefers the client's first, which has 256.
 */
const CIPHERS = `TLS_AES_128_GCM_SHA256:${DEFAULT_CIPHERS}`;
const server = isTls
  ? createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE, ciphers: CIPHERS, honorCipherOrder: true }, answer)
  : createServer(answer);
const bytesPerEvent = Math.round(lines.reduce((sum, line) => sum + line.length, 0) / EVENTS);
print({ tls: isTls, port: await listen(server), events: EVENTS, bytesPerEvent });
endWithParent();
