import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { LogWriter } from "../../history/log/log-writer.ts";
import { type FixtureEvent, playEvents, watchedWith } from "../../history/log/watched.fixture.ts";
import { memoryStream } from "./memory-stream.fixture.ts";
import { claimStream, StreamBlockStore } from "./stream-block-store.ts";
import { StreamHistory } from "./stream-history.ts";

const READ: readonly FixtureEvent[] = [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }];

it("has history from the oldest checkpoint in the stream, and none before", async () => {
  const engine = memoryStream();
  const store = new StreamBlockStore(engine.stream, "a", await claimStream(engine.stream, "a", 0, {}));
  const cluster = watchedWith(
    (header, model) => new LogWriter({ header, model, store, maxBytes: 0, checkpointCost: 12, beginsAtOnce: true }),
  );
  const ticks = Array.from({ length: 30 }, (): FixtureEvent[] => [{ do: "gap" }, { do: "tick", ms: 1000 }, { do: "keep" }]).flat();
  await playEvents(cluster, [...READ, ...ticks]);
  const history = new StreamHistory(engine.stream);
  await history.read();
  const checkpoints = history.kept()?.checkpoints ?? [];
  expect(checkpoints.length).toBeGreaterThan(2);
  const { headerSeq } = JSON.parse(Buffer.from(engine.kept.filter(({ kind }) => kind === "whole")[1]?.bytes ?? []).toString("utf8")) as {
    headerSeq: number;
  };
  history.keep({ ...(await engine.stream.kept()), firstSeq: headerSeq });
  expect(history.kept()).toMatchObject({ fromMs: checkpoints[1], checkpoints: checkpoints.slice(1) });
});

it("reports the bytes and the limit of the stream", async () => {
  const engine = memoryStream();
  const store = new StreamBlockStore(engine.stream, "a", await claimStream(engine.stream, "a", 0, {}));
  const cluster = watchedWith((header, model) => new LogWriter({ header, model, store, maxBytes: 0, beginsAtOnce: true }));
  await playEvents(cluster, [...READ, { do: "tick", ms: 1000 }, { do: "keep" }]);
  const history = new StreamHistory(engine.stream);
  await history.read();
  const kept = await engine.stream.kept();
  expect(kept.bytes).toBeGreaterThan(0);
  history.keep({ ...kept, maxBytes: 1_000_000 });
  expect(history.kept()).toMatchObject({ bytes: kept.bytes, maxBytes: 1_000_000 });
});
