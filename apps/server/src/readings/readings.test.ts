import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { expect, it } from "vitest";
import { serverOnManualTime } from "../api/context.fixture.ts";

it("C13 an answer has the current time, even after a long time without changes", async () => {
  const { get, time } = serverOnManualTime();
  time.pass(3_600_000);
  expect(((await get("/api/taints")).json() as TaintsAnswer).at).toBe(time.nowMs());
});

it("a past state is cached until three others are requested or a minute passes", async () => {
  const { live, tick, time, writer, context } = serverOnManualTime();
  live.beginMarks();
  tick();
  time.pass(1000);
  await writer?.flush();
  const past = context.pastOf({});
  const atMs = time.nowMs();
  const first = await past.at(atMs);
  expect(await past.at(atMs)).toBe(first);
  for (let at = 1; at <= 3; at++) await past.at(atMs - at);
  expect(await past.at(atMs)).not.toBe(first);
  const again = await past.at(atMs);
  time.pass(60_000);
  expect(await past.at(atMs)).not.toBe(again);
});
