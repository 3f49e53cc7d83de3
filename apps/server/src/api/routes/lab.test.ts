import type { CourseAnswer, CourseCheck } from "@daemonscope/shared/http/course";
import type { LabAnswer, LabStep } from "@daemonscope/shared/http/lab";
import { afterEach, describe, expect, it, test } from "vitest";
import { labOnManualTime } from "../../lab/lab.fixture.ts";
import { serverOnManualTime } from "../context.fixture.ts";

const open: (() => Promise<void>)[] = [];
async function start(scenario: string) {
  const made = await labOnManualTime(scenario);
  open.push(made.close);
  return made;
}
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

test("G5 a real cluster has no lab: neither GET nor POST", async () => {
  const { app, get } = serverOnManualTime();
  expect((await get("/api/lab")).statusCode).toBe(404);
  const answer = await app.inject({
    method: "POST",
    url: "/api/lab/play",
    headers: { host: "127.0.0.1:7373", "content-type": "application/json" },
    payload: "{}",
  });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe("GET, HEAD");
});

describe("commands have the same guards as other requests", () => {
  it("G2 refuses foreign hosts, origins and sites, and invalid JSON", async () => {
    const { post } = await start("hw-rng");
    const codeOf = async (headers: Record<string, string>) => (await post("play", {}, headers)).json().code;
    expect(await codeOf({ host: "evil.example" })).toBe("ForeignHost");
    expect(await codeOf({ origin: "http://evil.example" })).toBe("ForeignOrigin");
    expect(await codeOf({ "sec-fetch-site": "cross-site" })).toBe("ForeignSite");
    expect(await codeOf({ "content-type": "text/plain" })).toBe("NotJson");
    expect((await post("play", {}, { origin: "http://127.0.0.1:7373", "sec-fetch-site": "same-origin" })).statusCode).toBe(200);
  });
  it.each([
    ["do/label", { node: "worker-1" }, "The command do/label cannot be read: it needs key."],
    ["do/label", { node: "worker-1", key: "a", valu: "b" }, "The command do/label cannot be read: it has no field valu."],
    ["do/taint", { node: "worker-1", key: "a", effect: "NoRun" }, "effect is one of NoSchedule, PreferNoSchedule, NoExecute"],
    ["do/cordon", { node: ".." }, "node is a name, without spaces and slashes"],
    [
      "do/label",
      { node: "worker-1", key: "a b", value: "c" },
      "Invalid label \"a b=c\": a key is at most 63 letters, digits, '-', '_' and '.', with letters or digits at both ends, and may have a DNS name and '/' before it",
    ],
    ["do/slow", { ms: "100" }, "ms must be integer"],
    ["play", { speed: 1000 }, "speed must be <= 100"],
    ["story", { name: "hw-rgn" }, 'There is no story "hw-rgn". The nearest is hw-rng.'],
    ["story", { name: "hw-rng", nodes: 4 }, "it has no field nodes"],
    ["step", "[", "cannot be read"],
    ["play", "[]", "must be object"],
  ])("%s %j gives one sentence", async (path, body, words) => {
    const { post } = await start("hw-rng");
    const answer = await post(path, body);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().message).toContain(words);
  });
});

test("a refusal has a code and parameters for translation", async () => {
  const { post } = await start("hw-rng");
  const body = async (path: string, sent: unknown = {}) => (await post(path, sent)).json();
  expect(await body("story", { name: "hw-rgn" })).toMatchObject({ code: "StoryNotFound", params: { name: "hw-rgn" }, nearest: ["hw-rng"] });
  expect(await body("do/untaint", { node: "worker-1", key: "a", effect: "NoSchedule" })).toMatchObject({
    code: "TaintNotFound",
    params: { node: "worker-1", taint: "a:NoSchedule" },
  });
  expect(await body("do/label", { node: "worker-1" })).toMatchObject({
    code: "MissingField",
    params: { command: "do/label", field: "key" },
  });
});

describe("a story", () => {
  it("lists its steps, and plays them one at a time", async () => {
    const { app, get, done, clockChanges } = await start("hw-rng");
    const { stories, now } = (await get()).json() as LabAnswer;
    expect(stories.map(({ name }) => name)).toContain("tour");
    expect(now).toMatchObject({ story: "hw-rng", seed: 7, clock: { playing: false, speed: 1 } });
    expect(now.steps.map(({ name, done }) => [name, done])).toEqual([
      ["label-node", false],
      ["unlabel-node", false],
    ]);
    expect(now.steps[0]?.words?.["zh-TW"]).toContain("標籤");
    const again = await app.inject({ method: "GET", url: "/api/lab-now", headers: { host: "127.0.0.1:7373" } });
    expect(again.json()).toEqual(now);
    const first = await done("step");
    expect(first.steps.map(({ done }) => done)).toEqual([true, false]);
    expect(first.clock.nowMs - first.clock.startedAtMs).toBe(8000);
    const second = await done("step");
    expect(second.clock.nowMs - second.clock.startedAtMs).toBe(30_000);
    expect(clockChanges()).toBeGreaterThan(1);
  });
  it("goes back one step by a replay to the step before, with an equal state", async () => {
    const { done, post, kube } = await start("hw-rng");
    const nodes = async () => JSON.stringify((await kube().get("/api/v1/nodes")).items);
    const first = await done("step");
    const labelled = await nodes();
    await done("step");
    await done("advance", { ms: 5000 });
    expect(await nodes()).not.toBe(labelled);
    const back = await done("back");
    expect(back.steps.map((step) => step.done)).toEqual([true, false]);
    expect(back.clock).toEqual(first.clock);
    expect(await nodes()).toBe(labelled);
    const atStart = await done("back");
    expect(atStart.steps.map((step) => step.done)).toEqual([false, false]);
    expect(atStart.clock.nowMs).toBe(atStart.clock.startedAtMs);
    expect([first.startCount, back.startCount, atStart.startCount]).toEqual([0, 1, 2]);
    const none = await post("back");
    expect([none.statusCode, none.json().code]).toEqual([409, "AtTheBeginning"]);
  });
  it("goes back in a cyclic story, without manual actions", async () => {
    const { done } = await start("tour");
    for (let step = 0; step < 4; step++) await done("step");
    const before = await done("do/cordon", { node: "general-01" });
    const names = (steps: readonly LabStep[]) => steps.filter((step) => step.done).map(({ round, name }) => `${round} ${name}`);
    const back = await done("back");
    expect(names(back.steps)).toEqual(names(before.steps).slice(0, -1));
    expect(back.actions).toEqual([]);
  });
  it("starts the next round after all steps of one are done", async () => {
    const { done } = await start("tour");
    for (let step = 0; step < 10; step++) {
      const { steps } = await done("step");
      expect(steps.some((each) => each.done)).toBe(true);
    }
    expect((await done("step")).steps.some(({ round, done: isDone }) => round === 1 && isDone)).toBe(true);
  });
  it("reports its end", async () => {
    const { post, done } = await start("min-ready-seconds");
    await done("step");
    const answer = await post("step");
    expect([answer.statusCode, answer.json().code]).toEqual([409, "NoMoreSteps"]);
  });
  it("plays, pauses and changes its speed", async () => {
    const { done } = await start("hw-rng");
    expect((await done("play", { speed: 10 })).clock).toMatchObject({ playing: true, speed: 10 });
    expect((await done("pause")).clock).toMatchObject({ playing: false, speed: 10 });
    const before = await done("pause");
    expect((await done("advance", { ms: 1500 })).clock.nowMs - before.clock.nowMs).toBe(1500);
  });
  it("is replaced by another one at the same address, without leftovers", async () => {
    const { done, simulator, kube } = await start("hw-rng");
    const { url } = simulator();
    await done("do/cordon", { node: "worker-1" });
    await done("play");
    const now = await done("story", { name: "control-plane-taint", seed: 3 });
    expect(now).toMatchObject({ story: "control-plane-taint", seed: 3, actions: [], clock: { playing: true } });
    expect(now.steps.every((step) => !step.done)).toBe(true);
    expect(simulator().url).toBe(url);
    const nodes = (await kube().get("/api/v1/nodes")).items as { readonly metadata: { readonly name: string } }[];
    expect(nodes.map(({ metadata }) => metadata.name)).toEqual(["control-plane", "worker-1"]);
  });
  it("restarts with the same seed and equal state", async () => {
    const { done, kube } = await start("hw-rng");
    const pods = async () => JSON.stringify(await kube().get("/api/v1/nodes"));
    const before = await pods();
    await done("do/label", { node: "worker-1", key: "a", value: "b" });
    expect(await pods()).not.toBe(before);
    await done("story", { name: "hw-rng" });
    expect(await pods()).toBe(before);
  });
  it("runs commands sequentially", async () => {
    const { done } = await start("hw-rng");
    const answers = await Promise.all([done("step"), done("story", { name: "hw-rng" }), done("step")]);
    expect(answers.map(({ steps }) => steps.filter((step) => step.done).length)).toEqual([1, 0, 1]);
  });
});

describe("the course", () => {
  const get = async (app: Awaited<ReturnType<typeof start>>["app"], url: string) =>
    app.inject({ method: "GET", url, headers: { host: "127.0.0.1:7373" } });
  it("lists its lessons, and checks a step on the objects of the cluster", async () => {
    const { app, done } = await start("hw-rng");
    const { lessons } = (await get(app, "/api/lab-course")).json() as CourseAnswer;
    const lesson = lessons.find(({ story }) => story === "hw-rng");
    const [question, , exercise] = lesson?.steps ?? [];
    expect(question).toMatchObject({ kind: "question", answers: [{ en: "worker-2 gets a pod." }, {}, {}] });
    expect(exercise).not.toHaveProperty("goal");
    const check = async (step: number) =>
      ((await get(app, `/api/lab-check?lesson=${lesson?.name}&step=${step}`)).json() as CourseCheck).results;
    expect(await check(0)).toEqual([false, true, false]);
    await done("advance", { ms: 20_000 });
    expect(await check(0)).toEqual([true, false, false]);
    for (const node of ["worker-1", "worker-3"]) await done("do/label", { node, key: "feature", value: "hw-rng" });
    await done("advance", { ms: 40_000 });
    expect(await check(2)).toEqual([true, false, false]);
  });
  it.each(["lesson=no-such&step=0", "lesson=labels&step=99", "lesson=labels&step=x", ""])(
    "answers ?%s with one sentence",
    async (query) => {
      const { app } = await start("hw-rng");
      const answer = await get(app, `/api/lab-check?${query}`);
      expect([answer.statusCode, answer.json().code]).toEqual([404, "LessonNotFound"]);
    },
  );
});
