import { Buffer } from "node:buffer";
import { apiType, type ValueType } from "@daemonscope/simulated-apiserver/schema/api-types";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeNode } from "../../decode/decode-node.ts";
import { decodePod } from "../../decode/decode-pod.ts";
import type { Decoded } from "../../decode/decoded.ts";
import { malformedReason } from "../../decode/malformed-reason.ts";
import { decodeWatchFrame } from "../../list-watch/watch-event.ts";
import { DECODED_FIELDS } from "./decoded-fields.ts";
import { NODE_DECODER, POD_DECODER, type ProtobufDecoder } from "./decoders.ts";
import { encodedNode, encodedPod, enveloped, part, watchFrame } from "./encode-message.fixture.ts";
import { FrameSplitter } from "./frame-splitter.ts";
import type { FieldSpec, FieldSpecs } from "./read-message.ts";
import { decodeArrived, readList, readObject, readStatus } from "./read-objects.ts";
import { damage, damaged, recorded } from "./recorded-objects.fixture.ts";
import { UnsupportedEncoding } from "./wire.ts";

const SEED = 20261124;

const word = fc.oneof(
  fc.constantFrom("", "a", "node-1", "Ready", "True", "metadata.name", "In", "__proto__", "é漢字😀"),
  fc.string({ maxLength: 12 }),
);
const time = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, -5)}Z`);
const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });
/** An optional field. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const map = fc.dictionary(
  word.filter((key) => key !== "__proto__"),
  word,
  { maxKeys: 4 },
);

const meta = fc.record({
  name: word.map((text) => `n${text}`),
  namespace: maybe(fc.constantFrom("kube-system", "default")),
  uid: fc.uuid(),
  resourceVersion: fc.nat().map((n) => String(n + 1)),
  generation: maybe(fc.nat()),
  creationTimestamp: maybe(time),
  deletionTimestamp: maybe(time),
  deletionGracePeriodSeconds: maybe(fc.integer({ min: 0, max: 300 })),
  labels: maybe(map),
  annotations: maybe(map),
  ownerReferences: maybe(
    few(
      fc.record({
        apiVersion: word,
        kind: word,
        name: word,
        uid: word,
        controller: maybe(fc.boolean()),
        blockOwnerDeletion: maybe(fc.boolean()),
      }),
    ),
  ),
  finalizers: maybe(few(word)),
  managedFields: maybe(few(fc.record({ manager: word, operation: word, fieldsType: fc.constant("FieldsV1") }))),
});
const condition = fc.record({
  type: word,
  status: word,
  lastTransitionTime: maybe(time),
  reason: maybe(word.filter((text) => text !== "")),
  message: maybe(word.filter((text) => text !== "")),
});
const filled = maybe(word.filter((text) => text !== ""));
const state = fc.oneof(
  fc.constant({}),
  fc.record({ waiting: fc.record({ reason: filled, message: filled }) }),
  fc.record({ running: fc.record({ startedAt: maybe(time) }) }),
  fc.record({
    terminated: fc.record({
      exitCode: fc.oneof(fc.nat({ max: 3 }), fc.integer({ min: -1, max: 255 })),
      signal: maybe(fc.nat({ max: 64 })),
      reason: filled,
      message: filled,
      startedAt: maybe(time),
      finishedAt: maybe(time),
    }),
  }),
);
const containerStatus = fc.record({
  name: word,
  state,
  lastState: state,
  ready: fc.boolean(),
  restartCount: fc.nat({ max: 2 ** 31 - 1 }),
  image: word,
  imageID: word,
});
const requirement = fc.record({ key: word, operator: word, values: maybe(few(word)) });
const term = fc.record({ matchExpressions: maybe(few(requirement)), matchFields: maybe(few(requirement)) });
const quantity = fc.constantFrom("0", "100m", "2", "64Mi", "16393244Ki", "1e3", "x");
const quantities = fc.dictionary(fc.constantFrom("cpu", "memory", "pods", "ephemeral-storage", "example.com/fpga", "a b"), quantity, {
  maxKeys: 4,
});
const resources = maybe(fc.record({ limits: maybe(quantities), requests: maybe(quantities) }));
const ports = maybe(
  few(
    fc.record({
      name: filled,
      hostPort: maybe(fc.integer({ min: 1, max: 65_535 })),
      containerPort: fc.nat(65_535),
      protocol: filled,
      hostIP: filled,
    }),
  ),
);
const pod = fc.record({
  metadata: meta,
  spec: fc.record({
    nodeName: filled,
    containers: few(
      fc.record({
        name: word,
        image: filled,
        command: maybe(few(word)),
        env: maybe(few(fc.record({ name: word, value: filled }))),
        restartPolicy: maybe(fc.constantFrom("Always", "OnFailure", "Never")),
        restartPolicyRules: maybe(
          few(
            fc.record({
              action: fc.constantFrom("Restart", "RestartAllContainers", "Ignore"),
              exitCodes: maybe(fc.record({ operator: fc.constantFrom("In", "NotIn", ""), values: few(fc.nat({ max: 3 })) })),
            }),
          ),
        ),
        resources,
        ports,
      }),
    ),
    initContainers: maybe(
      few(
        fc.record({
          name: word,
          image: filled,
          restartPolicy: maybe(fc.constantFrom("Always", "Never")),
          command: maybe(few(word)),
          resources,
          ports,
        }),
      ),
    ),
    affinity: maybe(
      fc.record({
        nodeAffinity: maybe(
          fc.record({ requiredDuringSchedulingIgnoredDuringExecution: maybe(fc.record({ nodeSelectorTerms: few(term) })) }),
        ),
      }),
    ),
    schedulingGates: maybe(few(fc.record({ name: word }))),
    tolerations: maybe(few(fc.record({ key: filled, operator: filled, tolerationSeconds: maybe(fc.integer()) }))),
    nodeSelector: maybe(map),
    schedulerName: filled,
    priority: maybe(fc.integer({ min: -1, max: 2_000_000_000 })),
    resourceClaims: maybe(few(fc.record({ name: word, resourceClaimName: filled }))),
    hostNetwork: maybe(fc.constant(true)),
    overhead: maybe(quantities),
    resources,
  }),
  status: fc.record({
    phase: filled,
    conditions: maybe(few(fc.oneof(condition, fc.record({ type: fc.constant("PodScheduled"), status: fc.constant("False") })))),
    message: filled,
    reason: filled,
    startTime: maybe(time),
    nominatedNodeName: filled,
    containerStatuses: maybe(few(containerStatus)),
    initContainerStatuses: maybe(few(containerStatus)),
    podIP: filled,
  }),
});
const node = fc.record({
  metadata: meta,
  spec: fc.record({
    unschedulable: maybe(fc.constant(true)),
    podCIDR: filled,
    taints: maybe(few(fc.record({ key: word, value: filled, effect: word, timeAdded: maybe(time) }))),
  }),
  status: fc.record({
    conditions: maybe(few(condition)),
    nodeInfo: fc.record({
      kernelVersion: word,
      osImage: fc.oneof(fc.constant(""), word),
      containerRuntimeVersion: word,
      kubeletVersion: word,
      architecture: word,
    }),
    allocatable: maybe(quantities),
    capacity: maybe(quantities),
    images: maybe(few(fc.record({ names: maybe(few(word)), sizeBytes: maybe(fc.nat()) }))),
  }),
});
/** Passes a value through JSON, which drops undefined fields. */
const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Decodes like a reflector: directly, and otherwise with the decoder for JSON. */
function decoded<T>(
  decoder: ProtobufDecoder<T>,
  source: "pods" | "nodes",
  decode: (value: unknown) => Decoded<T>,
  bytes: Buffer,
): Decoded<T> {
  const arrived = decodeArrived(decoder, bytes);
  if (arrived.kind === "read") return { object: arrived.object };
  const problem = malformedReason(source, arrived.object);
  return problem === undefined ? decode(arrived.object) : { problem };
}
const decodedPod = (bytes: Buffer) => decoded(POD_DECODER, "pods", decodePod, bytes);
const decodedNode = (bytes: Buffer) => decoded(NODE_DECODER, "nodes", decodeNode, bytes);
/** The same decoder without its direct reader, so that only the generic one runs. */
const withoutDirectReader = <T>(decoder: ProtobufDecoder<T>): ProtobufDecoder<T> => ({
  ...decoder,
  read: () => {
    throw new UnsupportedEncoding();
  },
});
const plainPod = (bytes: Buffer) => decoded(withoutDirectReader(POD_DECODER), "pods", decodePod, bytes);
const plainNode = (bytes: Buffer) => decoded(withoutDirectReader(NODE_DECODER), "nodes", decodeNode, bytes);

describe("objects of a real API server", () => {
  const pods = recorded("pods");
  const nodes = recorded("nodes");

  it("are decoded from protobuf and equal those from JSON, byte for byte", () => {
    expect(pods.length).toBeGreaterThan(200);
    expect(nodes.length).toBeGreaterThan(50);
    for (const object of pods) {
      const bytes = encodedPod(object);
      expect(decodeArrived(POD_DECODER, bytes).kind).toBe("read");
      expect(JSON.stringify(decodedPod(bytes))).toBe(JSON.stringify(decodePod(object)));
    }
    for (const object of nodes) {
      const bytes = encodedNode(object);
      expect(decodeArrived(NODE_DECODER, bytes).kind).toBe("read");
      expect(JSON.stringify(decodedNode(bytes))).toBe(JSON.stringify(decodeNode(object)));
    }
  });

  it("equal the result of the generic decoder, also with changed, missing or extra bytes", () => {
    const same = (
      objects: readonly Record<string, unknown>[],
      encoded: typeof encodedPod,
      read: typeof plainPod | typeof plainNode,
      plain: typeof read,
    ) =>
      fc.assert(
        fc.property(fc.nat(), damage, (index, drawn) => {
          const bytes = damaged(encoded(objects[index % objects.length] ?? {}), drawn);
          expect(JSON.stringify(read(bytes))).toBe(JSON.stringify(plain(bytes)));
        }),
        { seed: SEED, numRuns: 700 },
      );
    same(pods, encodedPod, decodedPod, plainPod);
    same(nodes, encodedNode, decodedNode, plainNode);
  });
});

describe("objects in protobuf", () => {
  it("are decoded like the same objects in JSON, for any content", () => {
    fc.assert(
      fc.property(pod, (drawn) => {
        const object = json(drawn);
        const bytes = encodedPod(object);
        expect(decodePod(readObject(DECODED_FIELDS.pods, bytes))).toEqual(decodePod(object));
        expect(JSON.stringify(decodedPod(bytes))).toBe(JSON.stringify(decodePod(object)));
      }),
      { seed: SEED, numRuns: 500 },
    );
    fc.assert(
      fc.property(node, (drawn) => {
        const object = json(drawn);
        const bytes = encodedNode(object);
        expect(decodeNode(readObject(DECODED_FIELDS.nodes, bytes))).toEqual(decodeNode(object));
        expect(JSON.stringify(decodedNode(bytes))).toBe(JSON.stringify(decodeNode(object)));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("are read with the numbers, kinds and tags of Kubernetes' own types", () => {
    const problems: string[] = [];
    const kinds: Readonly<Record<string, FieldSpec["holds"]>> = {
      string: "text",
      bool: "flag",
      int32: "integer",
      int64: "integer",
      time: "time",
    };
    const check = (path: string, kept: FieldSpecs, type: string) => {
      kept.forEach((field, at) => {
        if (field === undefined) return;
        const found = [...apiType(type).fields.values()].find((each) => each.number === at && each.within === undefined);
        const holds = (value: ValueType): string =>
          value.kind === "scalar"
            ? (kinds[value.name] ?? value.name)
            : value.kind === "object"
              ? "message"
              : value.kind === "map"
                ? value.of.kind === "scalar" && value.of.name === "quantity"
                  ? "quantities"
                  : "map"
                : `${holds(value.of)}s`;
        if (found === undefined || found.name !== field.name || holds(found.value) !== field.holds) problems.push(`${path}.${field.name}`);
        else if (["text", "integer", "flag"].includes(field.holds) && found.required !== (field.isRequired === true) && !found.pointer)
          problems.push(`${path}.${field.name} is ${found.required ? "" : "not "}required`);
        if (found !== undefined && "fields" in field) {
          const element = found.value.kind === "list" ? found.value.of : found.value;
          if (element.kind === "object") check(`${path}.${field.name}`, field.fields, element.type);
        }
      });
    };
    check("pod", DECODED_FIELDS.pods, "core/v1.Pod");
    check("node", DECODED_FIELDS.nodes, "core/v1.Node");
    expect(problems).toEqual([]);
  });

  it("are named and left out if they are malformed, for any damaged bytes", () => {
    fc.assert(
      fc.property(
        pod,
        fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (drawn, changes, cut) => {
          const bytes = encodedPod(json(drawn));
          for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
          const torn = bytes.subarray(0, cut % (bytes.length + 1));
          for (const each of [bytes, torn]) {
            const raw = readObject(DECODED_FIELDS.pods, each);
            const decoded = malformedReason("pods", raw) === undefined ? decodePod(raw) : undefined;
            if (decoded !== undefined && "object" in decoded) expect(JSON.stringify(decoded.object).length).toBeLessThan(1e6);
            decodeWatchFrame(POD_DECODER, watchFrame("MODIFIED", enveloped("Pod", each)).subarray(4));
            decodeWatchFrame(POD_DECODER, each);
          }
        },
      ),
      { seed: SEED, numRuns: 1000 },
    );
    const whole = encodedPod({
      metadata: { name: "a", namespace: "b", uid: "u", resourceVersion: "1" },
      spec: { nodeName: "n" },
      status: {},
    });
    expect(malformedReason("pods", readObject(DECODED_FIELDS.pods, Buffer.concat([whole, Buffer.from([0x1a, 0x7f, 1])])))).toBe(
      'pods "b/a" was left out, because its bytes are no message of the API: a part is longer than the whole',
    );
  });

  it("skip fields of a newer API", () => {
    const newer = Buffer.concat([
      part(90, Buffer.from("new")),
      Buffer.from([0x88, 0x06, 0x05]),
      Buffer.from([0x91, 0x06, 1, 2, 3, 4, 5, 6, 7, 8]),
      Buffer.from([0x9d, 0x06, 1, 2, 3, 4]),
    ]);
    const object = { metadata: { name: "a", uid: "u", resourceVersion: "1" }, spec: {}, status: { nodeInfo: { kubeletVersion: "v1" } } };
    const decoded = decodeNode(readObject(DECODED_FIELDS.nodes, Buffer.concat([newer, encodedNode(object), newer])));
    expect(decoded).toEqual(decodeNode(object));
  });
});

describe("lists and refusals in protobuf", () => {
  it("give a list's version, continue token and objects", () => {
    const item = encodedNode({ metadata: { name: "a", uid: "u", resourceVersion: "1" } });
    const list = Buffer.concat([
      part(1, Buffer.concat([part(2, Buffer.from("77")), part(3, Buffer.from("next"))])),
      part(2, item),
      part(2, item),
    ]);
    const { metadata, items } = readList(NODE_DECODER, enveloped("NodeList", list));
    expect([metadata, [...items].length]).toEqual([{ resourceVersion: "77", continue: "next" }, 2]);
    expect(() => readList(NODE_DECODER, Buffer.from('{"items":[]}'))).toThrow("it does not begin as a message of the API does");
  });
  it("give the message, the code and the causes of a Status", () => {
    const status = Buffer.concat([
      part(3, Buffer.from("too old")),
      part(4, Buffer.from("Expired")),
      part(5, part(4, part(1, Buffer.from("ResourceVersionTooLarge")))),
      Buffer.from([0x30, 0x9a, 0x03]),
    ]);
    const read = { message: "too old", reason: "Expired", details: { causes: [{ reason: "ResourceVersionTooLarge" }] }, code: 410 };
    expect(readStatus(enveloped("Status", status))).toEqual(read);
    expect(decodeWatchFrame(POD_DECODER, watchFrame("ERROR", enveloped("Status", status)).subarray(4))).toEqual({
      kind: "error",
      status: read,
    });
    expect(readStatus(Buffer.from("k8s\0\u0012\u007f"))).toEqual({});
  });
});

describe("frames of a watch", () => {
  it("arrive whole, at any cut of the bytes", () => {
    const frames = ["", "a", "bc".repeat(300), "d"].map((text) => Buffer.from(text));
    const bytes = Buffer.concat(
      frames.flatMap((frame) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(frame.length);
        return [length, frame];
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        const splitter = new FrameSplitter(1000);
        const received: string[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          // As from a socket that reuses its buffer.
          const read = Buffer.from(bytes.subarray(at, at + size));
          splitter.push(read, 0, read.length, (frame, from, to) => received.push(frame.toString("utf8", from, to)));
          read.fill(0xff);
          at += size;
        }
        expect(received).toEqual(frames.map(String));
      }),
      { seed: SEED },
    );
  });
  it("are refused before they arrive if they are longer than any object", () => {
    expect(() => new FrameSplitter(8).push(Buffer.from([0, 0, 0, 9]), 0, 4, () => undefined)).toThrow(RangeError);
  });
});
