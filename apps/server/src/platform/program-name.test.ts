import { expect, test } from "vitest";
import { programName } from "./program-name.ts";

test.each([
  ["/home/a/.krew/bin/kubectl-daemonscope", "kubectl daemonscope"],
  ["/usr/lib/node_modules/.bin/kubectl_complete-daemonscope", "kubectl daemonscope"],
  ["/usr/local/bin/daemonscope", "daemonscope"],
  ["/app/release/main.js", "daemonscope"],
  ["/opt/kubectl-daemonscope/release/main.js", "daemonscope"],
  [undefined, "daemonscope"],
])("users call %s %j", (script, name) => {
  expect(programName(script)).toBe(name);
});
