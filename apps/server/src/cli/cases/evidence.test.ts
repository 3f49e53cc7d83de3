import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { expect, it } from "vitest";
import { openCommandModel } from "../open/open-command-model.ts";
import { parseCommand } from "../options/parse-command.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES } from "../query/status.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { openCase } from "./case.fixture.ts";

const KEY = "infra/agent";

/** Returns what the model of a command has of an incident. */
async function inCase<T>(id: string, read: (reading: ClusterReading) => T): Promise<T> {
  const opened = await openCase(id);
  const command = parseCommand(["status"], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  const terminal = capturedTerminal();
  const options = { plan: command.config, namespace: undefined, needed: REQUIRED_SOURCES, optional: OPTIONAL_SOURCES, terminal };
  const model = openCommandModel(opened.cluster, options);
  try {
    expect(await model.listed(new AbortController().signal)).toBe(true);
    return read(model.reading);
  } finally {
    await model.close();
    await opened.close();
  }
}

it("F07 F08 K3 the model of a command has the failure to create a pod", async () => {
  const errors = await Promise.all(["F07", "F08"].map((id) => inCase(id, (reading) => reading.setFacts(KEY)?.createError)));
  expect(errors).toMatchObject([
    { reason: "FailedCreate", count: 17, message: expect.stringContaining("exceeded quota: team-quota") },
    { reason: "FailedCreate", count: 21, message: expect.stringContaining('violates PodSecurity "baseline:latest"') },
  ]);
});
it("F29 K4 the model of a command has the events of a pod that does not start", async () => {
  const events = await inCase("F29", (reading) => ["n1", "n2", "n3"].map((node) => reading.surroundingsOf(KEY, node).podEvents));
  const mount = {
    reason: "FailedMount",
    count: 36,
    message: 'MountVolume.SetUp failed for volume "certs" : secret "agent-certs" not found',
  };
  expect(events).toMatchObject([[mount], [mount], undefined]);
});
