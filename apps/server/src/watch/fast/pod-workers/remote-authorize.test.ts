import { Agent, type RequestOptions } from "node:http";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Authorize } from "@daemonscope/kube-client/http/send-request";
import { describe, expect, it } from "vitest";
import { answerAuthorize, remoteAuthorize } from "./remote-authorize.ts";
import type { WorkerEvent } from "./worker-messages.ts";

/** A worker that requests credentials from `authorize`, with copies as between threads. */
function asking(authorize: Authorize): Authorize {
  const { authorize: asked, answered } = remoteAuthorize((message: WorkerEvent) => {
    if (message.kind !== "authorize") return;
    const { question } = message;
    void answerAuthorize(authorize, structuredClone(message)).then((answer) => answered(question, structuredClone(answer)));
  });
  return asked;
}

describe("credentials held by another thread", () => {
  it("arrive with headers, TLS settings and their ticket", async () => {
    const request: RequestOptions = { headers: { accept: "x" }, path: "/api/v1/pods" };
    const asked: unknown[] = [];
    const ticket = await asking(async (made, refused) => {
      asked.push(refused);
      made.headers = { ...(made.headers as Record<string, string>), Authorization: "Bearer t" };
      Object.assign(made, { ca: Buffer.from("pem"), rejectUnauthorized: true });
      return 7;
    })(request, 6);
    expect({ ticket, asked }).toEqual({ ticket: 7, asked: [6] });
    expect(request).toEqual({
      path: "/api/v1/pods",
      headers: { accept: "x", Authorization: "Bearer t" },
      ca: Buffer.from("pem"),
      rejectUnauthorized: true,
    });
    expect(Buffer.isBuffer((request as { ca?: unknown }).ca)).toBe(true);
  });
  it("fail with the same error, without further details", async () => {
    const refuse = asking(() => Promise.reject(new KubeRequestError("credentials", "the plugin failed", { cause: new Error("secret") })));
    const failed = await refuse({}, undefined).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(KubeRequestError);
    expect(failed).toMatchObject({ code: "credentials", message: "the plugin failed" });
    expect((failed as Error).cause).toBeUndefined();
    const proxied = asking((request) => {
      Object.assign(request, { agent: new Agent() });
      return Promise.resolve(1);
    });
    await expect(proxied({}, undefined)).rejects.toMatchObject({ code: "credentials", message: expect.stringContaining("proxy-url") });
    const broken = asking(() => Promise.reject(new Error("secret")));
    await expect(broken({}, undefined)).rejects.toMatchObject({ code: "credentials", message: expect.not.stringContaining("secret") });
  });
  it("are requested per request, each with its own answer", async () => {
    let asked = 0;
    const authorize = asking(async () => {
      const ticket = ++asked;
      if (ticket === 1) await new Promise((done) => setImmediate(done));
      return ticket;
    });
    expect(await Promise.all([authorize({}, undefined), authorize({}, undefined)])).toEqual([1, 2]);
  });
});
