import type { FastifyInstance } from "fastify";
import { startThread } from "../../platform/v8-settings.ts";
import type { HealthAnswer, HealthRequest } from "./health-listener.ts";
import { BEAT_MS, type FromHealthThread, type ToHealthThread } from "./health-messages.ts";

/** The built file is next to the bundle file that contains this module. */
const FILE = "./health-worker-thread.js";

const UNREADABLE: HealthAnswer = { status: 400, type: "text/plain; charset=utf-8", body: "The request target cannot be read as a path.\n" };

/** Returns the answer of a server that does not listen. `inject` throws for some request targets. */
export async function answerOf(app: Pick<FastifyInstance, "inject">, { method, url }: HealthRequest): Promise<HealthAnswer> {
  try {
    const { statusCode, headers, body } = await app.inject({ method: method as "GET", url });
    return { status: statusCode, type: String(headers["content-type"]), body };
  } catch {
    return UNREADABLE;
  }
}

/**
 * Opens the health port in a separate thread, so that a blocked main thread cannot delay or hide its own state. `app`
 * answers the requests that need the main thread. Rejects with the error of the port if it cannot be opened.
 */
export async function startHealthThread(
  app: Pick<FastifyInstance, "inject" | "close">,
  address: { readonly host: string; readonly port: number },
): Promise<{ close(): Promise<void> }> {
  const worker = startThread(new URL(FILE, import.meta.url), { name: "health", workerData: address });
  const send = (message: ToHealthThread) => worker.postMessage(message);
  const ended = new Promise<unknown>((done) => worker.once("exit", done));
  const beats = setInterval(() => send({ kind: "beat" }), BEAT_MS).unref();
  const close = async () => {
    clearInterval(beats);
    // The thread closes its own server. Node can crash if a thread is terminated while it reads a request.
    send({ kind: "close" });
    await Promise.all([ended, app.close()]);
  };
  const opened = new Promise<void>((done, failed) => {
    worker.once("error", failed);
    worker.on("message", async (message: FromHealthThread) => {
      if (message.kind === "listening") return done();
      if (message.kind === "failed") return failed(Object.assign(new Error(message.message), { code: message.code }));
      send({ kind: "answer", id: message.id, answer: await answerOf(app, message.request) });
    });
  });
  await opened.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  // From now on an error of the thread is a bug, and ends the process.
  worker.removeAllListeners("error");
  return { close };
}
