import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { expect, it } from "vitest";
import { serverOnManualTime } from "../routes/context.fixture.ts";

it("C13 an answer is of the moment at which it is given, however long nothing has happened", async () => {
  const { get, time } = serverOnManualTime();
  time.pass(3_600_000);
  expect(((await get("/api/taints")).json() as TaintsAnswer).at).toBe(time.nowMs());
});
