import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { describe, expect, it } from "vitest";
import { userOfChange } from "./change-user.ts";

const SINCE_MS = 100_000;
const record = { namespace: "logging", name: "a", changedBy: "daemonscope", revisionSinceMs: SINCE_MS };
const restart = (who: string, sent: number, rest: object = {}): ActionRecord => ({
  id: `${who}${sent}`,
  planId: "p",
  who,
  question: { steps: [{ kind: "edit", namespace: "logging", name: "a", edit: { kind: "restart" } }] },
  kubectl: undefined,
  state: { kind: "done" },
  sent: [],
  stations: { sent },
  undo: { kind: "steps", steps: [] },
  ...rest,
});

describe("R29 the user of a change", () => {
  it.each<[string, readonly ActionRecord[], string | undefined]>([
    ["is the user of the action just before it", [restart("anna", 99_000)], "anna"],
    ["is unknown without an action", [], undefined],
    ["is not the user of an older action", [restart("anna", 30_000)], undefined],
    ["is not the user of a later action", [restart("anna", 103_000)], undefined],
    [
      "is not the user of a refused action",
      [restart("anna", 99_000, { state: { kind: "refused", why: "conflict", message: "" } })],
      undefined,
    ],
    ["is unknown if two users acted", [restart("anna", 98_000), restart("ben", 99_000)], undefined],
    [
      "is not the user who deleted pods",
      [restart("ben", 99_000, { question: { steps: [{ kind: "deletePods", namespace: "logging", pods: ["a-12345"] }] } })],
      undefined,
    ],
  ])("%s", (_, actions, user) => expect(userOfChange(record, actions)).toBe(user));
});
