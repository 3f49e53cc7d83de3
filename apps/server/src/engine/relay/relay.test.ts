import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { createReviews } from "@daemonscope/kube-client/reviews/reviews";
import { afterEach, describe, expect, it, test } from "vitest";
import { relayed, settled } from "./relay.fixture.ts";
import { type CallerRef, decodeAnswer, decodeCall, encodeAnswer, encodeCall } from "./relay-protocol.ts";
import { CREDIT_WINDOW_BYTES, WRITE_OFFER_TIMEOUT_MS } from "./relay-server.ts";
import { relayedReviewTransport, relayedTransport } from "./relayed-transports.ts";

const MIA: CallerRef = { kind: "own token", token: "of-mia" };
const COLLECTOR: CallerRef = { kind: "collector" };
const { signal } = new AbortController();
const SERVICES = "/api/v1/namespaces/team/services";
const LOG = "/api/v1/namespaces/team/pods/agent-x/log";

type Relay = Awaited<ReturnType<typeof relayed>>;
const opened: { readonly relay: Relay; readonly close: () => void }[] = [];
async function stage(...args: Parameters<typeof relayed>) {
  const relay = await relayed(...args);
  const relayServer = relay.collector("runa");
  opened.push({ relay, close: () => relayServer.close() });
  return { ...relay, relayServer };
}
afterEach(async () => {
  for (const { relay, close } of opened.splice(0)) {
    close();
    relay.client.close();
    await relay.api.close();
  }
});

async function textOf(body: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

const answerWithIdentity: Parameters<typeof relayed>[0] = ({ headers }, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ authorization: headers.authorization ?? "", impersonated: headers["impersonate-user"] ?? "" }));
};
const codeAndText = (asking: Promise<unknown>) =>
  asking.then(
    () => "answered",
    (error: unknown) => (error instanceof KubeRequestError ? `${error.code}: ${error.message}` : String(error)),
  );

describe("a request to an API server through a collector", () => {
  it("G46 is sent with the user's token, and none of the collector's credentials", async () => {
    const { client } = await stage(answerWithIdentity);
    const { body } = await relayedTransport(client, MIA).get(SERVICES, {}, { signal });
    expect(body.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(await textOf(body))).toEqual({ authorization: "Bearer of-mia", impersonated: "" });
  });
  it("G46 is sent as the collector only if it was started with that option", async () => {
    const closed = await stage(answerWithIdentity);
    expect(await codeAndText(relayedTransport(closed.client, COLLECTOR).get(SERVICES, {}, { signal }))).toMatch(
      /^notSent: the collector reads for people with their own token alone/,
    );
    expect(closed.api.requests).toEqual([]);
    const open = await stage(answerWithIdentity, { isOpen: true });
    const { body } = await relayedTransport(open.client, COLLECTOR).get(SERVICES, {}, { signal });
    expect(await textOf(body)).toContain("of-the-collector");
  });
  it("G46 must be an allowed read: the collector refuses a Secret, a watch and a review of other users", async () => {
    const { client, api } = await stage(answerWithIdentity, { isOpen: true });
    const ask = (args: Parameters<typeof client.ask>[1], as: CallerRef = MIA) => codeAndText(client.ask(as, args, { signal }));
    expect(await ask({ kind: "get", path: "/api/v1/secrets", query: {} })).toMatch(/^notSent: .*not one of the watched/);
    expect(await ask({ kind: "get", path: "/api/v1/pods", query: { watch: "true" } })).toMatch(/^notSent: nothing is watched/);
    expect(await ask({ kind: "get", path: "/api/v1/pods", query: { watch: "1" } })).toMatch(/^notSent: nothing is watched/);
    const sar = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    expect(await ask({ kind: "review", path: sar, review: {} }, COLLECTOR)).toMatch(/^notSent/);
    expect(await ask({ kind: "review", path: sar, review: {} })).toMatch(/^notSent/);
    expect(api.requests).toEqual([]);
  });
  it("G46 is ignored if its reply subject is not an answer subject of its cluster", async () => {
    const { engine, subjects, api } = await stage(answerWithIdentity, { isOpen: true });
    const bytes = encodeCall({ id: "x1", as: COLLECTOR, ask: { kind: "get", path: SERVICES, query: {} } });
    for (const reply of [subjects.kept.block, subjects.heartbeat, "daemonscope.other.answer.v1.x1", `${subjects.answer}.v1.x2`])
      engine.messages.publish(subjects.ask, bytes, reply);
    await settled();
    expect([api.requests, engine.published.length]).toEqual([[], 4]);
  });
  it("returns a refusal with the API server's message", async () => {
    const { client } = await stage((_, response) => {
      response.statusCode = 403;
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ kind: "Status", message: "services is forbidden: User mia cannot list", reason: "Forbidden", code: 403 }),
      );
    });
    await expect(relayedTransport(client, MIA).get(SERVICES, {}, { signal })).rejects.toMatchObject({
      code: "forbidden",
      httpStatus: 403,
      serverMessage: expect.stringContaining("User mia cannot list"),
    });
  });
  it("G46 reviews a user with the user's own token, like a direct request", async () => {
    const { client } = await stage((_, response) => {
      response.setHeader("content-type", "application/json");
      response.statusCode = 201;
      response.end(JSON.stringify({ status: { userInfo: { username: "mia", groups: ["a,b"] } } }));
    });
    const reviews = createReviews(relayedReviewTransport(client));
    expect(await reviews.selfSubjectReview({ kind: "own token", token: "of-mia" }, signal)).toEqual({ userName: "mia", groups: ["a,b"] });
  });
});

describe("an answer over an engine", () => {
  it("arrives as fast as it is read, and complete", async () => {
    const all = Buffer.alloc(8 * 1024 * 1024, "daemonscope ");
    const { client, engine } = await stage((_, response) => void response.end(all));
    const { body } = await relayedTransport(client, MIA).get(LOG, { follow: "true" }, { signal });
    await settled();
    const sent = () => engine.published.reduce((sum, { bytes }) => sum + (decodeAnswer(bytes)?.part.kind === "part" ? bytes.length : 0), 0);
    expect(sent()).toBeLessThan(CREDIT_WINDOW_BYTES + 512 * 1024);
    expect((await textOf(body)) === all.toString("utf8")).toBe(true);
  });
  it("that is cancelled ends the request at the API server", async () => {
    let closed = 0;
    const { client } = await stage((_, response) => {
      response.on("close", () => closed++);
      response.write("one line\n");
    });
    const { destroy } = await relayedTransport(client, MIA).get(LOG, { follow: "true" }, { signal });
    destroy();
    await settled();
    expect(closed).toBe(1);
  });
  it("whose client disappeared ends after some seconds; one that is read continues", async () => {
    let closed = 0;
    const { client, time, engine } = await stage((_, response) => {
      response.on("close", () => closed++);
      response.write("one line\n");
    });
    await relayedTransport(client, MIA).get(LOG, { follow: "true" }, { signal });
    for (let step = 0; step < 20; step++) {
      time.pass(2500);
      await settled(3);
    }
    expect(closed).toBe(0);
    engine.lose(({ subject }) => subject.includes(".more."));
    for (let step = 0; step < 10; step++) {
      time.pass(2500);
      await settled(3);
    }
    expect(closed).toBe(1);
  });
  it("with a lost part breaks off, and is never reported as complete", async () => {
    const { client, engine } = await stage((_, response) => void response.end(Buffer.alloc(1024 * 1024, "x")));
    let parts = 0;
    engine.lose(({ bytes }) => decodeAnswer(bytes)?.part.kind === "part" && ++parts === 3);
    const { body } = await relayedTransport(client, MIA).get(LOG, {}, { signal });
    await expect(textOf(body)).rejects.toMatchObject({
      code: "disconnected",
      message: "the collector of prod was cut off in the middle of its answer",
    });
  });
  it("of a collector that is killed midway breaks off within ten seconds", async () => {
    const { client, time, engine } = await stage((_, response) => void response.write("one line\n"));
    const { body } = await relayedTransport(client, MIA).get(LOG, { follow: "true" }, { signal });
    engine.lose(({ subject }) => subject.includes(".answer."));
    const reading = codeAndText(textOf(body));
    for (let step = 0; step < 6; step++) time.pass(2500);
    expect(await reading).toBe("disconnected: the collector of prod no longer responds");
  });
});

describe("an unavailable collector", () => {
  it("is awaited for the time of a takeover, and then reported in one sentence", async () => {
    const { client, time, relayServer, collector, api } = await stage(answerWithIdentity);
    relayServer.close();
    const asking = codeAndText(relayedTransport(client, MIA).get(SERVICES, {}, { signal }));
    for (let step = 0; step < 40; step++) {
      await settled(3);
      time.pass(250);
    }
    expect(await asking).toMatch(/^unreachable: no collector of prod answers in the engine: look whether one runs/);
    const second = relayedTransport(client, MIA).get(SERVICES, {}, { signal });
    await settled(3);
    const other = collector("runb");
    time.pass(250);
    expect(await textOf((await second).body)).toContain("of-mia");
    other.close();
    expect(api.requests).toHaveLength(1);
  });
  it("is not awaited if the log reports its silence, and a successor answers as soon as it is connected", async () => {
    const silence: { ms: number | undefined } = { ms: 65_000 };
    const { client, time, relayServer, collector, api } = await stage(answerWithIdentity, { silentMs: () => silence.ms });
    relayServer.close();
    const before = time.timers.elapsedMs();
    expect(await codeAndText(relayedTransport(client, MIA).get(SERVICES, {}, { signal }))).toBe(
      `unreachable: the collector of prod has not responded since ${new Date(time.nowMs() - 65_000).toISOString().slice(0, 19)}Z, and no other has taken over: check that one runs (daemonscope collect)`,
    );
    expect(time.timers.elapsedMs()).toBe(before);
    silence.ms = 4000;
    const waiting = codeAndText(relayedTransport(client, MIA).get(SERVICES, {}, { signal }));
    await settled(3);
    silence.ms = 5000;
    time.pass(250);
    expect(await waiting).toMatch(/^unreachable: the collector of prod has not responded since /);
    const other = collector("runb");
    silence.ms = undefined;
    expect(await textOf((await relayedTransport(client, MIA).get(SERVICES, {}, { signal })).body)).toContain("of-mia");
    expect(api.requests).toHaveLength(1);
    other.close();
  });
  it("is not awaited if none ever connected, and the engine reports no responder", async () => {
    const { client, time, relayServer } = await stage(answerWithIdentity, { firstHeartbeatWaitMs: () => 5000 });
    expect(await textOf((await relayedTransport(client, MIA).get(SERVICES, {}, { signal })).body)).toContain("of-mia");
    relayServer.close();
    const before = time.timers.elapsedMs();
    expect(await codeAndText(relayedTransport(client, MIA).get(SERVICES, {}, { signal }))).toMatch(
      /^unreachable: no collector of prod answers in the engine/,
    );
    expect(time.timers.elapsedMs()).toBe(before);
  });
  it("with two collectors that consider themselves writers, one answers", async () => {
    const { client, collector } = await stage((_, response) => void response.end("words"));
    const other = collector("runb");
    const { body } = await relayedTransport(client, MIA).get(LOG, {}, { signal });
    expect(await textOf(body)).toBe("words");
    other.close();
  });
  it("with a frozen collector, the successor is asked again", async () => {
    const { client, time, engine, collector, subjects } = await stage(answerWithIdentity);
    engine.lose(({ subject, bytes }) => subject.startsWith(subjects.answer) && decodeAnswer(bytes)?.run === "runa");
    const asking = relayedTransport(client, MIA).get(SERVICES, {}, { signal });
    await settled(3);
    const other = collector("runb");
    time.pass(1500);
    await settled(3);
    time.pass(250);
    expect(await textOf((await asking).body)).toContain("of-mia");
    other.close();
  });
  it("reports a request beyond the engine's message size, and does not send it", async () => {
    const { client, engine } = await stage(answerWithIdentity);
    const large = { kind: "review", path: "/x", review: { text: "x".repeat(2 * 1024 * 1024) } } as const;
    expect(await codeAndText(client.ask(MIA, large, { signal }))).toMatch(
      /^notSent: this is larger than a message of the engine may be \(2\d{3} of 1024 KB\)/,
    );
    expect(engine.published).toEqual([]);
  });
});

describe("G48 a write through a collector", () => {
  const write = {
    kind: "write",
    write: { method: "PATCH", path: "/api/v1/nodes/n1", contentType: "application/json-patch+json", body: [] },
    dryRun: false,
  } as const;
  async function stageWithWriter() {
    const sent: string[] = [];
    const relay = await stage(answerWithIdentity, {
      write:
        async (_ask, { token }) =>
        async () => {
          sent.push(token);
          return { object: {}, warnings: [] };
        },
    });
    return { ...relay, sent };
  }

  it("is sent once, with the user's token", async () => {
    const { client, sent } = await stageWithWriter();
    let goCount = 0;
    const { body } = await client.ask(MIA, write, { signal, onGo: () => goCount++ });
    expect([JSON.parse(await textOf(body)), goCount, sent]).toEqual([{ object: {}, warnings: [] }, 1, ["of-mia"]]);
  });
  test.each([
    ["without a token", {}, COLLECTOR, /nothing is written with the collector's own rights/],
    ["where the collector only reads", { without: true }, MIA, /start it with --allow-writes/],
  ])("%s is refused, and nothing is sent", async (_, { without = false }: { without?: boolean }, as, why) => {
    const relay = without ? { ...(await stage(answerWithIdentity)), sent: [] } : await stageWithWriter();
    expect(await codeAndText(relay.client.ask(as, write, { signal, onGo: () => undefined }))).toMatch(why);
    expect(relay.sent).toEqual([]);
  });
  it("with a lost or late confirmation is never sent, and that is reported", async () => {
    const { client, sent, engine, time } = await stageWithWriter();
    engine.lose(({ subject }) => subject.includes(".more."));
    const asking = codeAndText(client.ask(MIA, write, { signal, onGo: () => undefined }));
    await settled(5);
    time.pass(WRITE_OFFER_TIMEOUT_MS);
    expect(await asking).toMatch(/^notSent: the word to send it came too late or not at all/);
    expect(sent).toEqual([]);
  });
  it("of a collector frozen between the offer and the confirmation is never sent", async () => {
    const { client, sent, time } = await stageWithWriter();
    // The machine is busy for this time: no timer runs, and the go message is read right afterwards.
    const asking = codeAndText(client.ask(MIA, write, { signal, onGo: () => time.burn(WRITE_OFFER_TIMEOUT_MS + 1) }));
    await settled(5);
    expect(await asking).toMatch(/^notSent/);
    expect(sent).toEqual([]);
  });
  it("adds a mark to the log of all followers, unless it was not done", async () => {
    const { client, acted } = await stageWithWriter();
    const marks = [{ kind: "acted", atMs: 5, act: "restarted", daemonSet: "a/b" }] as const;
    const mark = () => client.ask(COLLECTOR, { kind: "acted", marks }, { signal });
    expect(await codeAndText(mark())).toMatch(/^notSent/);
    await client.ask(MIA, write, { signal, onGo: () => undefined });
    await mark();
    expect(acted).toEqual(marks);
  });
  it("is sent by one of two collectors that consider themselves writers", async () => {
    const { client, sent, collector } = await stageWithWriter();
    const other = collector("runb");
    await client.ask(MIA, write, { signal, onGo: () => undefined });
    await settled(5);
    expect(sent).toEqual(["of-mia"]);
    other.close();
  });
});

test.each([
  "",
  "x",
  "{}",
  '{"id":"x1"}',
  '{"id":"../x","as":{"kind":"collector"},"ask":{"kind":"get","path":"/","query":{}}}',
  '{"id":"x1","as":{"kind":"own token","token":""},"ask":{"kind":"get","path":"/","query":{}}}',
  '{"id":"x1","as":{"kind":"collector"},"ask":{"kind":"get","path":"/","query":{"a":1}}}',
  '{"id":"x1","as":{"kind":"collector"},"ask":{"kind":"delete","path":"/"}}',
  '{"id":"x1","as":{"kind":"collector"},"ask":{"kind":"acted","marks":[{"kind":"nodeLeft","atMs":1,"node":"n"}]}}',
])("ignores an invalid request: %s", (text) => {
  expect(decodeCall(Buffer.from(text))).toBeUndefined();
  expect(decodeAnswer(Buffer.from(text))).toBeUndefined();
});

it("an answer decodes to itself", () => {
  for (const part of [
    { kind: "heard" },
    { kind: "head", headers: { a: "b" } },
    { kind: "part", bytes: Buffer.from([10, 0, 255, 10]) },
    { kind: "failure", error: new KubeRequestError("forbidden", "no", { httpStatus: 403, serverMessage: "no" }) },
  ] as const) {
    const read = decodeAnswer(encodeAnswer({ run: "a1", seq: 7, part }));
    expect(read).toMatchObject({ run: "a1", seq: 7, part: part.kind === "failure" ? { kind: "failure" } : part });
  }
});
