import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { expect, test } from "vitest";
import { PreviewLimiter, type RunningPreview } from "./preview-limiter.ts";

/** Previews that run until a test ends them by name. */
function previews() {
  const time = manualTime(0);
  const limiter = new PreviewLimiter(time.timers);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const turn = async (): Promise<void> => {
    for (let at = 0; at < 20; at++) await Promise.resolve();
  };
  /** Starts a preview, and gives others a turn before the test reads its outcome. */
  const begin = async (name: string, user: string): Promise<AbortController> => {
    const connection = new AbortController();
    const work = ({ signal }: RunningPreview) =>
      new Promise<string>((done, failed) => {
        log.push(`${name} runs`);
        ends.set(name, () => done(name));
        signal.addEventListener("abort", () => failed(signal.reason));
      });
    const run = async () => (await limiter.enter(user, connection.signal)).run(work);
    run().then(
      () => log.push(`${name} done`),
      (error: Error & { readonly status?: number; readonly retryAfterS?: number }) =>
        log.push(`${name} ${error.status ?? error.message}${error.retryAfterS === undefined ? "" : ` retry after ${error.retryAfterS} s`}`),
    );
    await settle();
    return connection;
  };
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 4; turns++) {
      await turn();
      time.pass(0);
    }
    await turn();
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settle();
  };
  return { time, begin, end, settle, log };
}

test("a user has one running preview, and gets 429 with Retry-After for a second one", async () => {
  const { begin, end, log } = previews();
  await begin("a", "jane");
  await begin("b", "jane");
  await end("a");
  await begin("c", "jane");
  expect(log).toEqual(["a runs", "b 429 retry after 1 s", "a done", "c runs"]);
});

test("a server has at most two running previews, for all users together", async () => {
  const { begin, end, log } = previews();
  await begin("a", "jane");
  await begin("b", "joe");
  await begin("c", "mary");
  await end("b");
  await begin("d", "mary");
  expect(log).toEqual(["a runs", "b runs", "c 429 retry after 1 s", "b done", "d runs"]);
});

test("stops the preview of a disconnected client, and starts the next", async () => {
  const { begin, settle, log } = previews();
  const connection = await begin("a", "jane");
  connection.abort(new Error("left"));
  await settle();
  await begin("b", "jane");
  expect(log).toEqual(["a runs", "a left", "b runs"]);
});

test("accepts a new request of a client that disconnected just before", async () => {
  const { begin, log, time } = previews();
  const connection = await begin("a", "jane");
  // The end of the first connection is read after the second request.
  time.timers.soon(() => connection.abort(new Error("left")));
  await begin("b", "jane");
  expect(log).toEqual(["a runs", "a left", "b runs"]);
});

test("stops a preview after ten seconds with one sentence, and starts the next", async () => {
  const { begin, settle, log, time } = previews();
  await begin("a", "jane");
  time.pass(9_999);
  await settle();
  expect(log).toEqual(["a runs"]);
  time.pass(1);
  await settle();
  await begin("b", "jane");
  expect(log).toEqual(["a runs", "a 503", "b runs"]);
});

test("a finished preview frees its slot in the next turn, so that bodies are not parsed in one turn", async () => {
  const time = manualTime(0);
  const limiter = new PreviewLimiter(time.timers);
  const { signal } = new AbortController();
  const first = await limiter.enter("jane", signal);
  first.leave();
  let isAdmitted = false;
  void limiter.enter("jane", signal).then(() => {
    isAdmitted = true;
  });
  for (let at = 0; at < 20; at++) await Promise.resolve();
  expect(isAdmitted).toBe(false);
  time.pass(0);
  for (let at = 0; at < 20; at++) await Promise.resolve();
  expect(isAdmitted).toBe(true);
});
