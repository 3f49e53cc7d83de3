import type { KubeNode, KubePod } from "@daemonscope/kube/objects";
import { connect } from "@daemonscope/kube-client/connect/connection";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";
import { NODE_DECODER, POD_DECODER, type ProtobufDecoder } from "@daemonscope/kube-client/fast/protobuf/decoders";
import { PROTOBUF_OR_JSON } from "@daemonscope/kube-client/fast/protobuf/envelope";
import { type DecodedObject, readList } from "@daemonscope/kube-client/fast/protobuf/read-objects";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { forEachPart } from "@daemonscope/kube-client/http/for-each-chunk";
import { readBodyBytes } from "@daemonscope/kube-client/http/read-body";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { createWatchDecoder } from "@daemonscope/kube-client/list-watch/watch-decoder";
import type { WatchEvent } from "@daemonscope/kube-client/list-watch/watch-event";
import { expect, test } from "@playwright/test";
import { startControlPlane } from "./control-plane.ts";
import { agent, PROBE } from "./manifests.ts";

const LIMITS = { limitBytes: 1e8, silenceMs: 20_000, timers: systemTimers };
type Held = KubePod | KubeNode;
const KINDS: readonly {
  readonly path: string;
  readonly decode: (value: unknown) => Decoded<Held>;
  readonly form: ProtobufDecoder<Held>;
}[] = [
  { path: "/api/v1/pods", decode: decodePod, form: POD_DECODER },
  { path: "/api/v1/nodes", decode: decodeNode, form: NODE_DECODER },
];

test("pods and nodes of a real API server are equal in protobuf and JSON: listed, watched, and refused", async () => {
  const cluster = await startControlPlane({ nodes: 5 });
  try {
    const tolerations = [{ operator: "Exists" }];
    for (const plan of [
      { name: "well", image: "registry.example/agent:1" },
      { name: "crasher", image: "registry.example/agent:crash", readinessProbe: PROBE },
    ])
      await cluster.mustKubectl(["apply", "-f", "-"], agent({ ...plan, tolerations }));
    await cluster.mustKubectl(["taint", "node", "node-1", "gpu=yes:NoSchedule", "spot:PreferNoSchedule"]);
    await cluster.mustKubectl(["cordon", "node-2"]);
    await cluster.mustKubectl(["annotate", "node", "node-3", "note=é漢字"]);
    await expect(async () => {
      const podStates = await cluster.mustKubectl([
        "get",
        "pods",
        "-o",
        "jsonpath={..state.waiting.reason} {..containerStatuses[*].ready}",
      ]);
      expect(podStates).toContain("CrashLoopBackOff");
      expect(podStates.match(/true/g)?.length).toBeGreaterThanOrEqual(5);
    }).toPass({ timeout: 60_000 });

    const connection = connect({ kubeconfig: cluster.kubeconfig, pathDelimiter: ":" });
    if (connection.kind !== "cluster") throw new Error("the kubeconfig leads to no cluster");
    const { transport } = connection;
    const { signal } = new AbortController();
    for (const { path, decode, form } of KINDS) {
      const readObject = (arrived: DecodedObject<Held>): Held => {
        // The fast reader accepts everything that a real API server writes.
        if (arrived.kind !== "read") throw new Error(`left to the plain reader: ${JSON.stringify(arrived.object)}`);
        return arrived.object;
      };
      const inProtobuf = await transport.get(path, { limit: "500" }, { signal, accept: PROTOBUF_OR_JSON });
      expect(inProtobuf.body.headers["content-type"]).toMatch(/^application\/vnd\.kubernetes\.protobuf/);
      const fromProtobuf = readList(form, await readBodyBytes(path, "it", inProtobuf, LIMITS));
      const inJson = await readBodyBytes(path, "it", await transport.get(path, { limit: "500" }, { signal }), LIMITS);
      const fromJson = JSON.parse(inJson.toString("utf8")) as {
        readonly items: readonly { readonly metadata: { readonly resourceVersion: string } }[];
      };
      const byVersion = new Map(Array.from(fromProtobuf.items, readObject).map((object) => [object.metadata.resourceVersion, object]));
      // An object that changed between the two lists has another version and is skipped.
      const same = fromJson.items.filter(({ metadata }) => byVersion.has(metadata.resourceVersion));
      expect(same.length).toBeGreaterThanOrEqual(3);
      for (const item of same)
        expect(JSON.stringify({ object: byVersion.get(item.metadata.resourceVersion) })).toBe(JSON.stringify(decode(item)));

      const initial = {
        watch: "true",
        sendInitialEvents: "true",
        resourceVersionMatch: "NotOlderThan",
        allowWatchBookmarks: "true",
        timeoutSeconds: "10",
      };
      const streamObjects = async (accept: string) => {
        const response = await transport.get(path, initial, { signal, accept, isDirect: true });
        const objects = new Map<string, unknown>();
        let hasEnded = false;
        const take = (event: WatchEvent<Held>): void => {
          if (event.kind === "read") objects.set(event.object.metadata.resourceVersion, event.object);
          if (event.kind === "put") {
            const decoded = decode(event.object);
            if ("object" in decoded) objects.set(decoded.object.metadata.resourceVersion, decoded.object);
          }
          hasEnded ||= event.kind === "bookmark" && event.endsList;
          if (hasEnded) response.destroy();
        };
        await forEachPart(response, createWatchDecoder<Held>(form, response, take)).catch((error: unknown) => {
          if (!hasEnded) throw error;
        });
        return objects;
      };
      const [first, second] = [await streamObjects(PROTOBUF_OR_JSON), await streamObjects("application/json")];
      expect(first.size).toBeGreaterThanOrEqual(5);
      for (const [version, object] of first)
        if (second.has(version)) expect(JSON.stringify(object)).toBe(JSON.stringify(second.get(version)));

      const refused = await transport
        .get(path, { limit: "1", continue: "none" }, { signal, accept: PROTOBUF_OR_JSON })
        .catch((error: unknown) => error);
      const refusedInJson = await transport.get(path, { limit: "1", continue: "none" }, { signal }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(KubeRequestError);
      expect((refused as Error).message).toBe((refusedInJson as Error).message);
    }
  } finally {
    await cluster.stop();
  }
});
