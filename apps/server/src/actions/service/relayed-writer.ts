import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { Json } from "@daemonscope/kube-client/decode/fields";
import type { Caller } from "@daemonscope/kube-client/http/caller";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { RequestAudit } from "../journal/request-audit.ts";
import type { PlannedWrite } from "../requests/planned-write.ts";
import { sendFailure } from "../send/send-failure.ts";
import type { ApiClients } from "./create-action-service.ts";

type OwnToken = Extract<Caller, { readonly kind: "own token" }>;

export interface RelayedWriterOptions {
  readonly apiClients: ApiClients;
  readonly audit: RequestAudit;
  /** The name of the cluster in the audit. */
  readonly cluster: string;
  readonly wallNowMs: () => number;
  readonly newId: () => string;
  readonly onProblem: (text: string) => void;
}

/**
 * Creates a function that prepares a planned write of another user with that user's token. It resolves, after the
 * cluster has identified the user, to a function that sends the write once. Each write is recorded before it is sent,
 * and when its outcome is known. A dry run skips both the identification and the record.
 */
export function createRelayedWriter({ apiClients, audit, cluster, wallNowMs, newId, onProblem }: RelayedWriterOptions) {
  const { transport, reviews } = apiClients;
  return async (
    { write, dryRun }: { readonly write: PlannedWrite; readonly dryRun: boolean },
    caller: OwnToken,
    signal: AbortSignal,
  ): Promise<() => Promise<Json>> => {
    // A sent request is followed to its end, even if the caller disconnects: the audit records the outcome.
    const sendSignal = dryRun ? signal : new AbortController().signal;
    const send = (onOpen: () => void): Promise<Json> =>
      transport.send(write, caller, { dryRun, signal: sendSignal, onOpen }).then(({ object, warnings }) => ({ object, warnings }));
    if (dryRun) return () => send(() => undefined);
    // An invalid token is rejected here, before anything is offered.
    const { userName: who } = await reviews.selfSubjectReview(caller, signal);
    const request = `${write.method} ${write.path}`;
    const id = newId();
    const at = () => new Date(wallNowMs()).toISOString();
    const writeAudit = (state: Parameters<RequestAudit["write"]>[0]["state"], message?: string) =>
      audit.write({ at: at(), cluster, id, who, request, state, ...(message === undefined ? {} : { message }) });
    const tryWriteAudit = (...entry: Parameters<typeof writeAudit>) => {
      try {
        writeAudit(...entry);
      } catch (error) {
        onProblem(`the audit file cannot be written: ${errorMessage(error)}`);
      }
    };
    return async () => {
      try {
        writeAudit("sent");
      } catch (cause) {
        throw new KubeRequestError(
          "notSent",
          "the collector cannot write its audit file, and each action is written there first: nothing was sent",
          {
            cause,
          },
        );
      }
      let wasOpen = false;
      try {
        const answer = await send(() => {
          wasOpen = true;
        });
        tryWriteAudit("done");
        return answer;
      } catch (error) {
        const { kind, message } = sendFailure(error, wasOpen);
        tryWriteAudit(kind, message);
        // The caller cannot see whether there was a connection to the API server.
        if (kind === "refused" && error instanceof KubeRequestError && error.httpStatus === undefined)
          throw new KubeRequestError("notSent", error.message, { cause: error });
        throw error;
      }
    };
  };
}
