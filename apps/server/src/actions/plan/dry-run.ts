import type { Json } from "@daemonscope/kube-client/decode/fields";
import type { Caller } from "@daemonscope/kube-client/http/caller";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { DryRun } from "@daemonscope/shared/http/actions";
import { RevisionNotFound } from "../requests/planned-write.ts";
import { type PreparedRequest, toPlannedWrite } from "../send/prepared-request.ts";
import type { ObjectReads } from "../send/read-objects.ts";
import type { WriteTransport } from "../send/write-transport.ts";

/** The API server's dry-run results of each object. */
interface DryRunResult {
  readonly dryRun: DryRun;
  /** By index of the request. */
  readonly results: ReadonlyMap<number, Json>;
}

interface Tools {
  readonly transport: WriteTransport;
  readonly reads: ObjectReads;
  readonly caller: Caller;
  readonly nowMs: () => number;
}

/**
 * The API server's error if it cannot do a dry run, because an admission webhook has side effects and declares no
 * support for dry runs.
 */
const CANNOT_TRY = /does not support dry[ -]?run/i;

const CONCURRENCY = 8;

/**
 * Sends each request as a dry run, with admission and validation. Of several requests for one object only the first is
 * tried, because the others build on it. Ends at the first request that is refused or cannot be tried.
 */
export async function dryRunRequests(
  prepared: readonly PreparedRequest[],
  { transport, reads, caller, nowMs }: Tools,
  signal: AbortSignal,
): Promise<DryRunResult> {
  const firstIndexes = new Map<string, number>();
  for (const [at, { object }] of prepared.entries()) {
    const key = `${object.resource} ${object.namespace ?? ""} ${object.name}`;
    if (!firstIndexes.has(key)) firstIndexes.set(key, at);
  }
  const results = new Map<number, Json>();
  const warnings = new Set<string>();
  let refused: DryRun | undefined;
  const waiting = [...firstIndexes.values()];
  const worker = async () => {
    for (let at = waiting.shift(); at !== undefined && refused === undefined; at = waiting.shift()) {
      const request = prepared[at];
      if (request === undefined) continue;
      try {
        const answer = await transport.send(await toPlannedWrite(request, reads, signal), caller, { dryRun: true, signal });
        results.set(at, answer.object);
        for (const warning of answer.warnings) warnings.add(warning);
      } catch (error) {
        refused ??= refusalOf(error, nowMs());
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, firstIndexes.size) }, worker));
  return { dryRun: refused ?? { kind: "accepted", atMs: nowMs(), warnings: [...warnings] }, results };
}

function refusalOf(error: unknown, atMs: number): DryRun {
  if (error instanceof RevisionNotFound) return { kind: "refused", atMs, httpStatus: 404, message: `${error.message}.` };
  if (!(error instanceof KubeRequestError)) throw error;
  const message = error.serverMessage ?? error.message;
  if (error.httpStatus === undefined || error.httpStatus >= 500 || CANNOT_TRY.test(message)) return { kind: "unasked", message };
  return { kind: "refused", atMs, httpStatus: error.httpStatus, message };
}
