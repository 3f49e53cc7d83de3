import { afterEach, expect, test, vi } from "vitest";
import { postPreview } from "./post-preview.ts";

interface Sent {
  readonly body: string;
  readonly signal: AbortSignal;
  readonly answer: (status: number, body: object) => void;
}

/** A server that answers when the test decides. */
function server(): readonly Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("document", { baseURI: "http://daemonscope.test/", querySelector: () => null });
  vi.stubGlobal("fetch", (_url: URL, init: { readonly body: string; readonly signal: AbortSignal }) => {
    return new Promise((done, failed) => {
      init.signal.addEventListener("abort", () => failed(init.signal.reason));
      sent.push({ body: init.body, signal: init.signal, answer: (status, body) => done(new Response(JSON.stringify(body), { status })) });
    });
  });
  return sent;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const flushMicrotasks = async (): Promise<void> => {
  for (let at = 0; at < 20; at++) await Promise.resolve();
};
const REFUSED = { code: "PreviewRunning", message: "Another preview of yours is still running.", params: { seconds: 1 } };
const post = (question: string) => {
  const controller = new AbortController();
  const answer = postPreview<{ readonly at: number }>("/api/what-if", question, undefined, controller.signal);
  answer.catch(() => undefined);
  return { answer, abort: () => controller.abort(new Error("typed on")) };
};

test("sends one preview request at a time", async () => {
  const sent = server();
  const [first, second] = [post("1"), post("2")];
  await flushMicrotasks();
  expect(sent.map(({ body }) => body)).toEqual(["1"]);
  sent[0]?.answer(200, { at: 1 });
  expect(await first.answer).toEqual({ at: 1 });
  await flushMicrotasks();
  sent[1]?.answer(200, { at: 2 });
  expect(await second.answer).toEqual({ at: 2 });
});

test("a newer preview aborts the running one and every queued one: only the last is sent", async () => {
  const sent = server();
  const before = [post("a"), post("ab"), post("abc")];
  await flushMicrotasks();
  for (const { abort } of before) abort();
  const last = post("abcd");
  await flushMicrotasks();
  expect(sent.map(({ body, signal }) => [body, signal.aborted])).toEqual([
    ["a", true],
    ["abcd", false],
  ]);
  sent[1]?.answer(200, { at: 4 });
  expect(await last.answer).toEqual({ at: 4 });
  for (const { answer } of before) await expect(answer).rejects.toThrow("typed on");
});

test("retries a refused preview if the answer asks for it, at most ten times", async () => {
  vi.useFakeTimers();
  const sent = server();
  const one = post("1");
  for (let tries = 1; tries <= 10; tries++) {
    await flushMicrotasks();
    expect(sent).toHaveLength(tries);
    sent.at(-1)?.answer(429, REFUSED);
    await flushMicrotasks();
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(tries);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(sent).toHaveLength(10);
  await expect(one.answer).rejects.toMatchObject({ status: 429, code: "PreviewRunning" });
});

test("does not retry an aborted preview, which does not block the next one", async () => {
  vi.useFakeTimers();
  const sent = server();
  const one = post("1");
  await flushMicrotasks();
  sent[0]?.answer(429, REFUSED);
  await flushMicrotasks();
  one.abort();
  const two = post("2");
  await flushMicrotasks();
  expect(sent.map(({ body }) => body)).toEqual(["1", "2"]);
  sent[1]?.answer(200, { at: 2 });
  expect(await two.answer).toEqual({ at: 2 });
});
