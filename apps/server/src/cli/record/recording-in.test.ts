import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { expect, test } from "vitest";
import { playEvents, recordedCluster } from "../../history/log/watched.fixture.ts";
import { logFileOf } from "../../history/storage/log-file.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { recordingIn } from "./recording-in.ts";

test("L2 reads a recording with other verdicts, with a warning that claims no other version", async () => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-recording-"));
  const cluster = recordedCluster(1000);
  await playEvents(cluster, [{ do: "tick", ms: 100 }]);
  cluster.writer.hashed(cluster.live.log.state.seq, "00000000");
  await playEvents(cluster, [{ do: "tick", ms: 100 }]);
  const file = join(folder, "a.dslog");
  writeFileSync(file, await logFileOf(cluster.writer, 0, Number.POSITIVE_INFINITY));
  const terminal = capturedTerminal();
  await recordingIn(file, terminal);
  expect(terminal.warnings).toEqual([
    `From ${new Date(EPOCH_MS).toISOString()} on, this daemonscope judges parts of ${file} otherwise than the one that wrote it.`,
  ]);
  rmSync(folder, { recursive: true });
});

test("an engine is no recording", async () => {
  await expect(recordingIn("nats://engine:4222", capturedTerminal())).rejects.toThrow(
    "nats://engine:4222 is an engine: see its clusters with daemonscope serve --from nats://engine:4222.",
  );
});

test.each([
  ["/dev/zero", "File /dev/zero is a device, not a file."],
  ["/", "File / is a folder, not a file."],
  ["/no/such.dslog", "There is no file /no/such.dslog."],
])("%s is no recording", async (file, sentence) => {
  await expect(recordingIn(file, capturedTerminal())).rejects.toThrow(sentence);
});
