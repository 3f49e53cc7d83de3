import { assertNever } from "@daemonscope/kube/base/assert-never";
import { integerField, type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { Caller } from "@daemonscope/kube-client/http/caller";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { RevisionNotFound } from "../requests/planned-write.ts";
import { type PreparedRequest, toPlannedWrite } from "./prepared-request.ts";
import type { ObjectReads } from "./read-objects.ts";
import { type RefusedState, sendFailure } from "./send-failure.ts";
import { WRITE_TIMEOUT_MS, type WriteTransport } from "./write-transport.ts";
import { lastWriter, verifyWrite, type WriteVerification } from "./write-verification.ts";

/** The outcome of one request. */
export type SendResult =
  | { readonly kind: "done"; readonly object: Json | undefined; readonly asked?: WriteVerification }
  | { readonly kind: "refused"; readonly refused: RefusedState; readonly asked?: WriteVerification }
  /** The outcome did not become known within `OUTCOME_TIMEOUT_MS`, or before `signal` aborted. */
  | { readonly kind: "unknown"; readonly message: string };

interface SendTools {
  readonly transport: WriteTransport;
  readonly reads: ObjectReads;
  readonly caller: Caller;
  readonly timers: Timers;
  /** On the cluster's clock. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  /** The response was lost, and the outcome is being determined. */
  readonly onUnknown: (message: string, tries: number) => void;
}

/**
 * Until this time a request without a visible effect may still be executed: the API server's timeout, and a margin for
 * proxies.
 */
const SETTLED_MS = WRITE_TIMEOUT_MS + 5000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** The time for which the outcome is determined. */
const OUTCOME_TIMEOUT_MS = 600_000;
/** Maximum object versions for which an apply is sent: a changed status makes a new version, but no conflict. */
const MAX_VERSIONS = 5;

/** Reads the current object. Undefined if the cluster does not respond. */
async function readNow(
  { object: { resource, namespace, name } }: PreparedRequest,
  { reads, signal }: SendTools,
): Promise<{ readonly object: Json | undefined } | undefined> {
  try {
    return { object: await reads.one(resource, namespace, name, signal) };
  } catch (error) {
    if (error instanceof KubeRequestError) return undefined;
    throw error;
  }
}

/**
 * Reads the object until the outcome is known. An effect shows at once. A missing effect counts only after SETTLED_MS,
 * when the request can no longer be in flight.
 */
async function waitForOutcome(prepared: PreparedRequest, message: string, sentAtMs: number, tools: SendTools): Promise<SendResult> {
  const { timers, signal } = tools;
  const sinceMs = timers.elapsedMs();
  let waitMs = FIRST_WAIT_MS;
  for (let tries = 1; timers.elapsedMs() - sinceMs < OUTCOME_TIMEOUT_MS && !signal.aborted; tries++) {
    tools.onUnknown(message, tries);
    const beganMs = timers.elapsedMs();
    const readBack = await readNow(prepared, tools);
    if (readBack !== undefined) {
      const asked = verifyWrite(prepared, readBack.object, sentAtMs);
      if (asked.happened) return { kind: "done", object: readBack.object, asked };
      if (beganMs - sinceMs >= SETTLED_MS) return { kind: "refused", refused: { kind: "refused", why: "unreachable", message }, asked };
    }
    await sleep(
      readBack === undefined ? waitMs : Math.max(waitMs, Math.min(SETTLED_MS - (timers.elapsedMs() - sinceMs), 2000)),
      signal,
      timers,
    );
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  }
  return { kind: "unknown", message };
}

/**
 * Reports whether another client changed the object. A patch with a failed test is rejected as invalid, and the API
 * server does not name the test. For a patch of a node the result is always true.
 */
function isOtherThanSeen({ request, object, seen }: PreparedRequest, current: Json): boolean {
  const metadata = objectField(current, "metadata");
  if (object.uid !== undefined && metadata.uid !== object.uid) return true;
  if (seen !== undefined && integerField(metadata, "generation") !== seen.generation) return true;
  return request.kind === "patch" && object.resource === "nodes";
}

async function refusedResult(prepared: PreparedRequest, refused: RefusedState, tools: SendTools): Promise<SendResult> {
  const mayBeConflict = refused.why === "conflict" || (refused.httpStatus === 422 && refused.webhook === undefined);
  const readBack = mayBeConflict ? await readNow(prepared, tools) : undefined;
  if (readBack === undefined) return { kind: "refused", refused };
  if (readBack.object === undefined) return { kind: "refused", refused: { ...refused, why: "notFound" } };
  const isConflict = refused.why === "conflict" || (isGeneric(refused.message) && isOtherThanSeen(prepared, readBack.object));
  if (!isConflict) return { kind: "refused", refused };
  const changedBy = lastWriter(readBack.object);
  return { kind: "refused", refused: { ...refused, why: "conflict", ...(changedBy === undefined ? {} : { changedBy }) } };
}

/** The API server's message for a patch that does not apply. */
const isGeneric = (message: string): boolean => message.startsWith("the server rejected our request due to an error in our request");

/** Returns an apply with the current version, if only the version was rejected and the spec is unchanged. */
async function newerVersion(prepared: PreparedRequest, refused: RefusedState, tools: SendTools): Promise<PreparedRequest | undefined> {
  const { request, seen } = prepared;
  if (request.kind !== "apply" || seen === undefined || refused.why !== "conflict" || /^Apply failed/.test(refused.message))
    return undefined;
  const readBack = await readNow(prepared, tools);
  const metadata = objectField(readBack?.object ?? {}, "metadata");
  const resourceVersion = textField(metadata, "resourceVersion");
  if (resourceVersion === undefined || integerField(metadata, "generation") !== seen.generation) return undefined;
  return { ...prepared, seen: { ...seen, resourceVersion } };
}

/**
 * Sends a request once and returns its outcome: done, refused without effect, or, without a response, the outcome that
 * the object shows. Only an apply that was refused because the object's status changed is sent again.
 */
export async function sendOnce(prepared: PreparedRequest, tools: SendTools, versions = 1): Promise<SendResult> {
  const { transport, reads, caller, nowMs, signal } = tools;
  let wasOpen = false;
  const sentAtMs = nowMs();
  try {
    const write = await toPlannedWrite(prepared, reads, signal);
    const answer = await transport.send(write, caller, { signal, onOpen: () => (wasOpen = true) });
    return { kind: "done", object: answer.object };
  } catch (error) {
    if (error instanceof RevisionNotFound)
      return { kind: "refused", refused: { kind: "refused", why: "notFound", message: `${error.message}.` } };
    const failure = sendFailure(error, wasOpen);
    switch (failure.kind) {
      case "unknown":
        return waitForOutcome(prepared, failure.message, sentAtMs, tools);
      case "refused": {
        const newer = versions < MAX_VERSIONS ? await newerVersion(prepared, failure, tools) : undefined;
        return newer === undefined ? refusedResult(prepared, failure, tools) : sendOnce(newer, tools, versions + 1);
      }
      default:
        return assertNever(failure);
    }
  }
}
