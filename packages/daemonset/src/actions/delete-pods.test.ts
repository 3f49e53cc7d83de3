import { expect, it } from "vitest";
import { deletePodsPlan, MAX_DELETIONS_AT_ONCE } from "./delete-pods.ts";

const PROD = { context: "prod", simulated: false };
const lineOf = (...asked: Parameters<typeof deletePodsPlan>) => deletePodsPlan(...asked)?.kubectl;

it("R10 the old pods of a pool are deleted by one command, with the context that is looked at, and nothing brings them back", () => {
  const plan = deletePodsPlan(PROD, "gpu", ["a-1", "a-2"]);
  expect(plan?.kubectl).toBe("kubectl --context prod -n gpu delete pod a-1 a-2");
  expect(plan?.requests).toHaveLength(2);
  expect(plan?.inverse).toEqual({ kind: "none", why: "podsAreMadeAnew" });
});

it("there is no command that leaves out a pod that is not known, nor one without a pod", () => {
  expect(lineOf(PROD, "gpu", ["a-1", undefined])).toBeUndefined();
  expect(lineOf(PROD, "gpu", [])).toBeUndefined();
});

it("a command has as many pods as somebody reads, the first ones", () => {
  const pods = Array.from({ length: 120 }, (_, at) => `a-${at}`);
  expect(lineOf(undefined, "gpu", pods)?.split(" ").slice(5)).toEqual(pods.slice(0, MAX_DELETIONS_AT_ONCE));
});
