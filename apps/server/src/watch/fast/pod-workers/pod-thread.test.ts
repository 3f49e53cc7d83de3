import { expect, it } from "vitest";
import { startPodThread } from "./pod-thread.ts";

// Next to this source there is no built file for a thread: such a thread ends by itself.
it("a thread that exits by itself reports the reason once; a stopped one reports nothing", async () => {
  const reasons: string[] = [];
  const why = await new Promise<string>((done) => {
    startPodThread().ended((reason) => {
      reasons.push(reason);
      done(reason);
    });
  });
  expect(why).toContain("pod-worker-thread.js");
  const stopped = startPodThread();
  stopped.ended((reason) => reasons.push(reason));
  await stopped.stop();
  await new Promise((done) => setImmediate(done));
  expect(reasons).toHaveLength(1);
});
