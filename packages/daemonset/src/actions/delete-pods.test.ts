import { expect, it } from "vitest";
import { deletePodsPlan, MAX_DELETIONS_AT_ONCE } from "./delete-pods.ts";

const PROD = { context: "prod", simulated: false };
const lineOf = (...parameters: Parameters<typeof deletePodsPlan>) => deletePodsPlan(...parameters)?.kubectl;

it("R10 deletes the old pods of a pool with one command for the current context, without an inverse", () => {
  const plan = deletePodsPlan(PROD, "gpu", ["a-1", "a-2"]);
  expect(plan?.kubectl).toBe("kubectl --context prod -n gpu delete pod a-1 a-2");
  expect(plan?.requests).toHaveLength(2);
  expect(plan?.inverse).toEqual({ kind: "none", why: "podsAreMadeAnew" });
});

it("gives no command if a pod is unknown or no pod is named", () => {
  expect(lineOf(PROD, "gpu", ["a-1", undefined])).toBeUndefined();
  expect(lineOf(PROD, "gpu", [])).toBeUndefined();
});

it("a command names at most MAX_DELETIONS_AT_ONCE pods, the first ones", () => {
  const pods = Array.from({ length: 120 }, (_, at) => `a-${at}`);
  expect(lineOf(undefined, "gpu", pods)?.split(" ").slice(5)).toEqual(pods.slice(0, MAX_DELETIONS_AT_ONCE));
});
