import { expect, it } from "vitest";
import { mainContainer } from "./main-container.ts";
import { lifeContainer } from "./pod-detail.fixture.ts";

const WAITS = { kind: "waiting", reason: "CrashLoopBackOff", message: undefined } as const;
const main = lifeContainer({ name: "main", ready: true });
const nameOf = (...containers: readonly ReturnType<typeof lifeContainer>[]) => mainContainer({ containers })?.name;

it("picks a failing container first, then a retried init container, then the first one", () => {
  const side = lifeContainer({ name: "side", ready: false });
  const init = lifeContainer({ name: "init", kind: "init", restarts: 2, now: WAITS });
  expect([nameOf(main), nameOf(main, side), nameOf(init, main, side), nameOf()]).toEqual(["main", "side", "init", undefined]);
  expect(nameOf({ ...init, restarts: 0 }, main)).toBe("main");
});
