import { expect, it } from "vitest";
import { explainOn } from "../query/explain.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { commandOf, openRecorded, recordedCase } from "./case.fixture.ts";
import type { RecordedObjects } from "./static-api-server.fixture.ts";

/** Replaces the failed mount of a case by an image that is being pulled since 85 seconds. */
function pulling({ takenAt, items }: RecordedObjects): RecordedObjects {
  const at = `${new Date(Date.parse(takenAt) - 85_000).toISOString().slice(0, 19)}Z`;
  const text = JSON.stringify(items)
    .replaceAll('"PodReadyToStartContainers","status":"False"', '"PodReadyToStartContainers","status":"True"')
    .replaceAll('"type":"Warning"', '"type":"Normal"')
    .replaceAll('"reason":"FailedMount"', '"reason":"Pulling"')
    .replaceAll(/MountVolume\.SetUp failed[^}]*?not found/g, 'Pulling image \\"r/agent:1\\"')
    .replaceAll(/"(first|last)Timestamp":"[^"]*"/g, `"$1Timestamp":"${at}"`);
  return { takenAt, items: JSON.parse(text) as RecordedObjects["items"] };
}

it("explain names an image that is being pulled, from an event that only this question reads", async () => {
  const { cluster, close } = await openRecorded(pulling(recordedCase("F29")), "F29");
  try {
    const explained = async (...flags: readonly string[]) => {
      const terminal = capturedTerminal();
      await explainOn(() => Promise.resolve(cluster), commandOf("explain", flags).config, terminal);
      return terminal.out();
    };
    expect(await explained("--node", "n1")).toMatch(/pods: agent-n1 starting for \d+m, image r\/agent:1 is being pulled for 85s$/m);
    // The events of all pods are not read for a table.
    expect(await explained()).not.toContain("r/agent:1");
  } finally {
    await close();
  }
});
