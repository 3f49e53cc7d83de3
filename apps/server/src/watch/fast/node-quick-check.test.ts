import { Buffer } from "node:buffer";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { malformedReason } from "@daemonscope/kube-client/decode/malformed-reason";
import { DECODED_FIELDS } from "@daemonscope/kube-client/fast/protobuf/decoded-fields";
import { NODE_DECODER } from "@daemonscope/kube-client/fast/protobuf/decoders";
import { encodedNode } from "@daemonscope/kube-client/fast/protobuf/encode-message.fixture";
import { decodeArrived, readObject } from "@daemonscope/kube-client/fast/protobuf/read-objects";
import { damage, damaged, recorded } from "@daemonscope/kube-client/fast/protobuf/recorded-objects.fixture";
import fc from "fast-check";
import { expect, it } from "vitest";
import { NodeQuickCheck } from "./node-quick-check.ts";

const SEED = 20261126;
type Json = Readonly<Record<string, unknown>>;
const within = (node: Json, key: string): Json => (node[key] ?? {}) as Json;
const conditionsOf = (node: Json): readonly Json[] => (within(node, "status").conditions ?? []) as readonly Json[];

/** Reads with the generic decoder and the decoder of JSON. Returns everything kept of a node except its version;
 *  undefined if it is no node. */
function decodedPlainly(bytes: Buffer): { readonly node: string; readonly version: string } | undefined {
  const raw = readObject(DECODED_FIELDS.nodes, bytes);
  const decoded = malformedReason("nodes", raw) === undefined ? decodeNode(raw) : undefined;
  if (decoded === undefined || "problem" in decoded) return undefined;
  const { metadata, spec, status } = decoded.object;
  const { resourceVersion, ...rest } = metadata;
  return { node: JSON.stringify({ rest, spec, status }), version: resourceVersion };
}

function fingerprintOf(quickCheck: NodeQuickCheck, bytes: Buffer): string | undefined {
  if (!quickCheck.read(bytes, 0, bytes.length)) return undefined;
  return `${quickCheck.print.a} ${quickCheck.print.b}`;
}
const newQuickCheck = () => new NodeQuickCheck(Buffer.from("45920a6f2718281b", "hex"));

const nodes = recorded("nodes");
const few = [...new Map(nodes.map((node) => [(node.metadata as Json).uid, node])).values()].slice(0, 5);

/** Fields that a kubelet changes all the time, and that are not kept. */
const heartbeat = fc.record({ version: fc.nat({ max: 10 ** 9 }), second: fc.nat({ max: 59 }), images: fc.nat({ max: 3 }) });
function withHeartbeat(node: Json, { version, second, images }: { version: number; second: number; images: number }): Json {
  const lastHeartbeatTime = `2026-03-01T00:00:${String(second).padStart(2, "0")}Z`;
  return {
    ...node,
    metadata: {
      ...within(node, "metadata"),
      resourceVersion: String(version + 1),
      managedFields: [{ manager: "kubelet", operation: "Update", apiVersion: "v1", time: lastHeartbeatTime }],
    },
    status: {
      ...within(node, "status"),
      conditions: conditionsOf(node).map((each) => ({ ...each, lastHeartbeatTime })),
      images: Array.from({ length: images }, (_, at) => ({ names: [`image:${at}`], sizeBytes: at })),
    },
  };
}

/** Changes of a node that the quick check must detect. */
const changes: readonly (readonly [name: string, change: (node: Json) => Json])[] = [
  ["a label", (node) => ({ ...node, metadata: { ...within(node, "metadata"), labels: { a: "b" } } })],
  ["the end of a label", (node) => ({ ...node, metadata: { ...within(node, "metadata"), labels: { a: "bb" } } })],
  ["a label name in place of its value", (node) => ({ ...node, metadata: { ...within(node, "metadata"), labels: { ab: "b" } } })],
  ["its name", (node) => ({ ...node, metadata: { ...within(node, "metadata"), name: "another" } })],
  ["its deletion", (node) => ({ ...node, metadata: { ...within(node, "metadata"), deletionTimestamp: "2026-03-01T00:00:00Z" } })],
  ["a cordon", (node) => ({ ...node, spec: { ...within(node, "spec"), unschedulable: within(node, "spec").unschedulable !== true } })],
  ["a taint", (node) => ({ ...node, spec: { ...within(node, "spec"), taints: [{ key: "k", effect: "NoSchedule" }] } })],
  [
    "a condition",
    (node) => ({ ...node, status: { ...within(node, "status"), conditions: [{ type: "Ready", status: "Unknown", reason: "Gone" }] } }),
  ],
  [
    "the time of a condition",
    (node) => ({
      ...node,
      status: {
        ...within(node, "status"),
        conditions: conditionsOf(node).map((each) => ({ ...each, lastTransitionTime: "2026-03-01T00:00:00Z" })),
      },
    }),
  ],
  ["its kernel", (node) => ({ ...node, status: { ...within(node, "status"), nodeInfo: { kernelVersion: "9.9.9" } } })],
  [
    "its allocatable memory",
    (node) => ({
      ...node,
      status: { ...within(node, "status"), allocatable: { ...within(within(node, "status"), "allocatable"), memory: "1Ki" } },
    }),
  ],
  ["its kubelet", (node) => ({ ...node, status: { ...within(node, "status"), nodeInfo: { kubeletVersion: "v9.9.9" } } })],
];

it("has one fingerprint for a node of a real API server and all its heartbeats, with the version of each", () => {
  expect(few.length).toBeGreaterThan(2);
  fc.assert(
    fc.property(fc.nat(), heartbeat, heartbeat, (index, one, other) => {
      const node = few[index % few.length] ?? {};
      const quickCheck = newQuickCheck();
      const before = fingerprintOf(quickCheck, encodedNode(withHeartbeat(node, one)));
      expect(before).toBeDefined();
      expect(fingerprintOf(quickCheck, encodedNode(withHeartbeat(node, other)))).toBe(before);
      expect(quickCheck.version).toBe(other.version + 1);
    }),
    { seed: SEED, numRuns: 100 },
  );
});

it.each(changes)("has another fingerprint if %s differs", (_name, change) => {
  for (const node of few) {
    const quickCheck = newQuickCheck();
    const before = fingerprintOf(quickCheck, encodedNode(node));
    expect(before).toBeDefined();
    expect(fingerprintOf(quickCheck, encodedNode(change(node)))).not.toBe(before);
  }
});

it("equal fingerprints mean equal decoded nodes, for any damaged bytes; invalid bytes have none", () => {
  const totals = { same: 0, damaged: 0, unusual: 0 };
  const sample = fc.record({
    index: fc.nat(),
    beat: heartbeat,
    change: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...changes) }),
    damage: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: damage }),
  });
  fc.assert(
    fc.property(fc.array(sample, { minLength: 10, maxLength: 40 }), (samples) => {
      const quickCheck = newQuickCheck();
      const nodeByFingerprint = new Map<string, string>();
      for (const { index, beat, change, damage: someDamage } of samples) {
        const node = withHeartbeat(few[index % few.length] ?? {}, beat);
        const whole = encodedNode(change === undefined ? node : change[1](node));
        const bytes = someDamage === undefined ? whole : damaged(whole, someDamage);
        const fingerprint = fingerprintOf(quickCheck, bytes);
        if (fingerprint === undefined) {
          totals.unusual++;
          continue;
        }
        // Only an object that is read directly sets a fingerprint. Later messages with the same one must equal it.
        const known = nodeByFingerprint.get(fingerprint);
        const plain = decodedPlainly(bytes);
        if (known !== undefined) {
          expect(plain?.node).toBe(known);
          expect(plain?.version).toBe(String(quickCheck.version));
          totals.same++;
          if (someDamage !== undefined) totals.damaged++;
        } else if (plain !== undefined && decodeArrived(NODE_DECODER, bytes).kind === "read")
          nodeByFingerprint.set(fingerprint, plain.node);
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
  expect(totals.same, JSON.stringify(totals)).toBeGreaterThan(1000);
  expect(totals.damaged, JSON.stringify(totals)).toBeGreaterThan(20);
});

it("has different fingerprints of one node under different random keys", () => {
  const bytes = encodedNode(few[0] ?? {});
  const fingerprints = [
    newQuickCheck(),
    newQuickCheck(),
    new NodeQuickCheck(Buffer.alloc(8, 1)),
    new NodeQuickCheck(),
    new NodeQuickCheck(),
  ].map((quickCheck) => fingerprintOf(quickCheck, bytes));
  expect(fingerprints[0]).toBe(fingerprints[1]);
  expect(new Set(fingerprints).size).toBe(4);
});
