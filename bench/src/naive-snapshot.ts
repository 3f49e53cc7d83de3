import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { gzip } from "node:zlib";
import { nodeName, podUid, setName } from "./fleet-objects.ts";
import { endWithParent, listen, print } from "./program.ts";

/**
 * The baselines of joiners. `stringify` keeps the page's facts of each pod as objects, and serialises and compresses
 * them for each request. `bare` writes as many bytes as ours, prepared beforehand.
 */
const [kind = "stringify", nodes = "5000", daemonSets = "12", bytes = "0"] = process.argv.slice(2);

const pods = () =>
  Array.from({ length: Number(nodes) * Number(daemonSets) }, (_, at) => ({
    uid: podUid(at),
    name: `${setName(at % Number(daemonSets))}-${at.toString(36).padStart(5, "0")}`,
    namespace: "kube-system",
    ownerUid: `d5000000-0000-4000-8000-${String(at % Number(daemonSets)).padStart(12, "0")}`,
    node: nodeName(Math.floor(at / Number(daemonSets))),
    scheduled: true,
    hash: "56665b8f86",
    templateGeneration: "2",
    createdAtMs: 1_760_000_000_000 + (at % 90_000) * 1000,
    phase: "Running",
    ready: true,
    readySinceMs: 1_760_000_030_000 + (at % 90_000) * 1000,
    restarts: at % 50 === 0 ? 1 : 0,
    images: "agent=registry.example/agent:1.2.3",
    failing: false,
    passing: false,
    reason: null,
  }));

const held = kind === "stringify" ? pods() : [];
const prepared = kind === "bare" ? randomBytes(Number(bytes)) : undefined;
const server = createServer((_request, response) => {
  if (prepared !== undefined) return response.writeHead(200, { "content-length": prepared.length }).end(prepared);
  gzip(JSON.stringify({ pods: held }), (error, packed) => {
    if (error !== null) throw error;
    response.writeHead(200, { "content-encoding": "gzip", "content-length": packed.length }).end(packed);
  });
  return undefined;
});
print({ port: await listen(server) });
endWithParent();
