import type { Asker } from "../cluster/asker.ts";
import type { Json } from "../cluster/decode/fields.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import type { PlannedWrite } from "../planned/planned-write.ts";
import type { ActingWays } from "./make-acting.ts";
import type { RequestAudit } from "./request-audit.ts";
import { sendFailure } from "./send-failure.ts";

type OwnToken = Extract<Asker, { readonly kind: "own token" }>;

export interface WritesForOthersParts {
  readonly ways: ActingWays;
  readonly audit: RequestAudit;
  /** What the cluster is called in the audit. */
  readonly cluster: string;
  readonly wallNowMs: () => number;
  readonly newId: () => string;
  readonly onProblem: (text: string) => void;
}

/** Sends what somebody else planned, with the token of who asks for it: whose that is, the cluster says first, and each request is written down before it is sent and when its answer is known. What it gives sends it, once. */
export function writesForOthers({ ways, audit, cluster, wallNowMs, newId, onProblem }: WritesForOthersParts) {
  const { transport, reviews } = ways;
  return async (
    { write, dryRun }: { readonly write: PlannedWrite; readonly dryRun: boolean },
    asker: OwnToken,
    signal: AbortSignal,
  ): Promise<() => Promise<Json>> => {
    // What is sent is seen to its end, whether or not who asked is there still: the audit says how it ended.
    const whole = dryRun ? signal : new AbortController().signal;
    const send = (onOpen: () => void): Promise<Json> =>
      transport.send(write, asker, { dryRun, signal: whole, onOpen }).then(({ object, warnings }) => ({ object, warnings }));
    if (dryRun) return () => send(() => undefined);
    // A token that the cluster does not take is refused here, before anything is offered.
    const { userName: who } = await reviews.selfSubjectReview(asker, signal);
    const request = `${write.method} ${write.path}`;
    const id = newId();
    const at = () => new Date(wallNowMs()).toISOString();
    const tell = (state: Parameters<RequestAudit["write"]>[0]["state"], message?: string) =>
      audit.write({ at: at(), cluster, id, who, request, state, ...(message === undefined ? {} : { message }) });
    const tellLater = (...told: Parameters<typeof tell>) => {
      try {
        tell(...told);
      } catch (error) {
        onProblem(`the audit file cannot be written: ${error instanceof Error ? error.message : String(error)}`);
      }
    };
    return async () => {
      try {
        tell("sent");
      } catch (cause) {
        throw new KubeRequestError(
          "notSent",
          "what is done has to be written down first, and the collector cannot write its audit file: nothing was sent",
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
        tellLater("done");
        return answer;
      } catch (error) {
        const { kind, message } = sendFailure(error, wasOpen);
        tellLater(kind, message);
        // Whoever asked cannot see whether the connection to the API server stood.
        if (kind === "refused" && error instanceof KubeRequestError && error.httpStatus === undefined)
          throw new KubeRequestError("notSent", error.message, { cause: error });
        throw error;
      }
    };
  };
}
