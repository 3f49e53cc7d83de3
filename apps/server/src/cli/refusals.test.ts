import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { UsageError } from "../platform/failure/usage-error.ts";
import { parseCommand } from "./options/parse-command.ts";
import { run } from "./run.ts";
import { capturedTerminal } from "./terminal/terminal.fixture.ts";

const SIMULATED = "--simulate=bad-image";
const folder = mkdtempSync(join(tmpdir(), "daemonscope-refusals-"));
beforeAll(() => {
  writeFileSync(join(folder, "broken.yaml"), "a: [\n");
  writeFileSync(join(folder, "empty.yaml"), "steps: []\n");
  writeFileSync(join(folder, "service.yaml"), "apiVersion: v1\nkind: Service\nmetadata: {name: x}\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** main.ts prints a UsageError after `error: ` on stderr, and exits with 2. Other errors have a stack. */
it.each([
  `status nothing -A ${SIMULATED}`,
  `status -A --sort-by NOPE ${SIMULATED}`,
  `status -A --sort-by .nope ${SIMULATED}`,
  `explain ds/nothing -A ${SIMULATED}`,
  `explain -A --node nothing ${SIMULATED}`,
  `explain --daemonset FOLDER/broken.yaml ${SIMULATED}`,
  `explain --daemonset FOLDER/service.yaml ${SIMULATED}`,
  `explain --daemonset FOLDER/missing.yaml ${SIMULATED}`,
  `explain -f https://example.com/ds.yaml ${SIMULATED}`,
  `diff -f https://example.com/ds.yaml ${SIMULATED}`,
  `what-if -f https://example.com/ds.yaml ${SIMULATED}`,
  `status -A -o go-template={{.}} ${SIMULATED}`,
  `pods nothing -A ${SIMULATED}`,
  `pods nothing -A ${SIMULATED} --simulate=tour`,
  `history ds/nothing -A ${SIMULATED}`,
  `history -A --since 2999-01-01T00:00:00Z ${SIMULATED}`,
  "history -A --from FOLDER/broken.yaml",
  `wait ds/nothing -n kube-system ${SIMULATED}`,
  `wait ds/fluentd-elasticsearch -n kube-system -o junit --simulate=on-delete`,
  `diff ds/nothing -n kube-system ${SIMULATED} --simulate=tour`,
  `diff ds/fluentd-elasticsearch -n kube-system --revision 99 ${SIMULATED}`,
  `diff -f FOLDER/missing.yaml ${SIMULATED}`,
  `what-if ; ${SIMULATED}`,
  `what-if cordon nothing ${SIMULATED}`,
  `what-if taint -l pool=nope a=b:NoSchedule ${SIMULATED}`,
  `what-if taint worker-01 a=b:NoSchedul ${SIMULATED}`,
  `what-if restart ds/nothing -n kube-system ${SIMULATED}`,
  `what-if rollout restart ds -l a=b ${SIMULATED}`,
  `what-if -f FOLDER/empty.yaml ${SIMULATED}`,
  `what-if -f FOLDER/broken.yaml ${SIMULATED}`,
  `what-if -f FOLDER/missing.yaml ${SIMULATED}`,
  "status --from FOLDER/missing.dslog",
  "status --from FOLDER/service.yaml",
  "record FOLDER/service.yaml --simulate",
  "import FOLDER/missing.log FOLDER/new.dslog",
  "replay FOLDER/broken.yaml",
  "status --simulate=nothing",
  "status --kubeconfig FOLDER/missing.kubeconfig",
  "completion tcsh",
])("refuses, and prints nothing on stdout: %s", async (line) => {
  const terminal = capturedTerminal();
  const words = line.split(" ").map((word) => word.replace("FOLDER", folder));
  const refused = async () => run(parseCommand(words, {}, "test"), terminal);
  const error: unknown = await refused().then(
    (code) => `exit code ${code}: ${terminal.out()}`,
    (reason: unknown) => reason,
  );
  expect(error instanceof UsageError || (error instanceof Error && error.constructor.name === "ConnectionError"), String(error)).toBe(true);
  expect(terminal.out()).toBe("");
});
