import { Buffer } from "node:buffer";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Authorize } from "@daemonscope/kube-client/http/send-request";
import type { Authorized, RequestSettings, WorkerEvent } from "./worker-messages.ts";

/** Runs in a worker. Requests the credentials of each request from the main thread, so that they are made, renewed
 *  and refused in one place. */
export function remoteAuthorize(send: (message: WorkerEvent) => void): {
  readonly authorize: Authorize;
  readonly answered: (question: number, answer: Authorized) => void;
} {
  const waiting = new Map<number, (answer: Authorized) => void>();
  let asked = 0;
  return {
    async authorize(request, refused) {
      const question = ++asked;
      const answer = await new Promise<Authorized>((done) => {
        waiting.set(question, done);
        send({ kind: "authorize", question, headers: { ...(request.headers as Record<string, unknown>) }, refused });
      });
      if ("code" in answer) throw new KubeRequestError(answer.code, answer.message);
      Object.assign(request, withBuffers(answer.settings));
      return answer.ticket;
    },
    answered(question, answer) {
      waiting.get(question)?.(answer);
      waiting.delete(question);
    },
  };
}

/** Certificates arrive as plain bytes from another thread. */
function withBuffers(settings: RequestSettings): RequestSettings {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value) : value]),
  );
}

/** Runs in the main thread. Returns the settings that a worker puts on its request. Never throws. */
export async function answerAuthorize(
  authorize: Authorize,
  { headers, refused }: Extract<WorkerEvent, { kind: "authorize" }>,
): Promise<Authorized> {
  const request: Parameters<Authorize>[0] = { headers: headers as Record<string, string> };
  try {
    const ticket = await authorize(request, refused);
    const { agent, ...settings } = request;
    // A proxy agent is a live object and cannot be sent to a worker. The request must not bypass the proxy.
    if (agent !== undefined) return { code: "credentials", message: "workers cannot go through the proxy-url of this context" };
    return { ticket, settings: settings as RequestSettings };
  } catch (cause) {
    if (cause instanceof KubeRequestError) return { code: cause.code, message: cause.message };
    return { code: "credentials", message: "the credentials of this context cannot be used" };
  }
}
