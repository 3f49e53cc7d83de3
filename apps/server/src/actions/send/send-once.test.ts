import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { expect, it } from "vitest";
import type { PlannedWrite } from "../requests/planned-write.ts";
import type { PreparedRequest } from "./prepared-request.ts";
import { sendOnce } from "./send-once.ts";

const object = { resource: "daemonsets", namespace: "a", name: "agent", uid: "u" } as const;
const manifest = { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { namespace: "a", name: "agent" } } as unknown as Manifest;
const apply: PreparedRequest = {
  request: { kind: "apply", object, manifest },
  object,
  changes: [],
  seen: { generation: 3, resourceVersion: "7" },
  force: false,
};
const deletion: PreparedRequest = {
  request: { kind: "delete", object: { ...object, resource: "pods" }, propagation: "Background" },
  object: { ...object, resource: "pods" },
  changes: [],
  force: false,
};
const conflict = new KubeRequestError("status", "an answer", { httpStatus: 409, serverMessage: "the object has been modified" });
const lost = new KubeRequestError("disconnected", "the connection was reset");

/** Sends a request to a server that fails with each of `failures` first. `now` is the stored object. */
async function sent(prepared: PreparedRequest, failures: readonly KubeRequestError[], now: object | undefined) {
  const left = [...failures];
  const versions: unknown[] = [];
  const result = await sendOnce(prepared, {
    transport: {
      send(write: PlannedWrite, _caller, { onOpen }) {
        versions.push((write.body as { metadata?: { resourceVersion?: string } }).metadata?.resourceVersion);
        onOpen?.();
        const failure = left.shift();
        return failure === undefined ? Promise.resolve({ object: {}, warnings: [] }) : Promise.reject(failure);
      },
    },
    reads: { one: () => Promise.resolve(now as never), revisions: () => Promise.resolve([]) },
    caller: { kind: "server" },
    timers: manualTime().timers,
    nowMs: () => 1_000_000,
    signal: new AbortController().signal,
    onUnknown: () => undefined,
  });
  return { result, versions };
}

const stored = (generation: number, resourceVersion: string) => ({ metadata: { uid: "u", name: "agent", generation, resourceVersion } });

it("sends an apply again with the new version if only the status changed in between", async () => {
  const { result, versions } = await sent(apply, [conflict, conflict], stored(3, "9"));
  expect(result.kind).toBe("done");
  expect(versions).toEqual(["7", "9", "9"]);
});

it("never sends an apply again if the spec changed in between", async () => {
  const { result, versions } = await sent(apply, [conflict], stored(4, "9"));
  expect(result).toMatchObject({ kind: "refused", refused: { why: "conflict" } });
  expect(versions).toEqual(["7"]);
});

it("sends an apply for at most five versions", async () => {
  const { result, versions } = await sent(
    apply,
    Array.from({ length: 9 }, () => conflict),
    stored(3, "9"),
  );
  expect(result).toMatchObject({ kind: "refused", refused: { why: "conflict" } });
  expect(versions).toHaveLength(5);
});

it("never sends an apply again that another field manager's fields refuse", async () => {
  const owned = new KubeRequestError("status", "an answer", { httpStatus: 409, serverMessage: "Apply failed with 1 conflict" });
  const { result, versions } = await sent(apply, [owned], stored(3, "9"));
  expect(result.kind).toBe("refused");
  expect(versions).toEqual(["7"]);
});

it("reads the object after a lost answer, and sends nothing again", async () => {
  const { result, versions } = await sent(deletion, [lost], undefined);
  expect(result).toMatchObject({ kind: "done", asked: { happened: true } });
  expect(versions).toHaveLength(1);
});
