import { stepProblemText } from "@daemonscope/words/english/step-problem-text";
import { expect, it } from "vitest";
import { aDaemonSet } from "../../model/objects.fixture.ts";
import { TOOLS } from "../preview.fixture.ts";
import { editedObject } from "./edited-object.ts";

it("L5 reports a revision whose template is not in the log as not held, and not as unreadable", () => {
  const problem = editedObject(aDaemonSet("agent"), { kind: "revision", to: 1 }, [], TOOLS);
  if (!("code" in problem)) throw new Error("its template was found");
  expect(stepProblemText(problem)).toMatch(/^The template of revision 1 of DaemonSet \S+agent is not kept here, so /);
});
