import { putDaemonSet, putNode, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { afterEach, describe, expect, it } from "vitest";
import { kubeDaemonSet, kubeNode, kubeRevision } from "../../cluster.fixture.ts";
import { followedOnHeartbeats } from "../../engine/follower/followed-cluster.fixture.ts";
import { settled } from "../../engine/relay/relay.fixture.ts";
import { memoryStream } from "../../engine/stream/memory-stream.fixture.ts";
import { claimStream, StreamBlockStore } from "../../engine/stream/stream-block-store.ts";
import { WRITER_TIMEOUT_MS } from "../../engine/stream/writer-heartbeat.ts";
import { LogWriter } from "../../history/log/log-writer.ts";
import { watchedWith } from "../../history/log/watched.fixture.ts";
import { type Command, parseCommand } from "../options/parse-command.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import type { CommandModelOptions } from "./command-model.ts";
import { FollowedModel } from "./followed-model.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const inOtherNamespace = (name: string) => {
  const daemonSet = kubeDaemonSet(name);
  return { ...daemonSet, metadata: { ...daemonSet.metadata, namespace: "other" } };
};

/**
 * Starts a writer that takes a stream over and writes a node and two DaemonSets. `name`: the first one. Later changes
 * are written on `flush`.
 */
async function startWriter(stream: ReturnType<typeof memoryStream>["stream"], run: string, epoch: string, name: string) {
  const lastSeq = await claimStream(stream, run, await stream.lastSeq(), {});
  const { consumer, live, writer, model } = watchedWith(
    (header, loggedModel) =>
      new LogWriter({ header, model: loggedModel, store: new StreamBlockStore(stream, run, lastSeq), maxBytes: 0, beginsAtOnce: true }),
    undefined,
    undefined,
    epoch,
  );
  for (const source of ["nodes", "daemonsets", "controllerrevisions", "pods", "events"] as const) {
    model.apply({ do: "read", source: source as never });
    writer.note(model.reading.nowMs, { do: "read", source: source as never });
  }
  const flush = async () => {
    live.settle();
    await writer.flush();
  };
  const put = (daemonSet: ReturnType<typeof kubeDaemonSet>) => {
    consumer(putDaemonSet(daemonSet));
    consumer(putRevision(kubeRevision(daemonSet)));
  };
  consumer(putNode(kubeNode("n1")));
  put(kubeDaemonSet(name));
  put(inOtherNamespace("proxy"));
  await flush();
  live.beginMarks();
  await flush();
  return { live, put, flush };
}

/** A command's model of a log in a stream. The test decides when the writer writes and sends heartbeats. */
async function following(namespace: string | undefined, options: Partial<CommandModelOptions> = {}) {
  const { stream } = memoryStream();
  const { live, put, flush } = await startWriter(stream, "a", "e1", "logs");
  const time = manualTime();
  const { cluster, beat: sendHeartbeatAt } = followedOnHeartbeats({ stream, timers: time.timers, wallNowMs: time.nowMs });
  const terminal = capturedTerminal();
  const command = parseCommand(["status", "--from", "nats://a", "--cluster", "prod"], {}, "test") as Extract<Command, { kind: "status" }>;
  const modelOptions = {
    plan: command.config,
    namespace,
    needed: ["daemonsets", "nodes"] as const,
    timeoutMs: 30_000,
    terminal,
    ...options,
  };
  const followed = new FollowedModel(cluster, modelOptions, time.timers);
  closing.push(async () => {
    const closed = followed.close();
    time.pass(100);
    await closed;
    await cluster.close();
  });
  const sendHeartbeat = () => sendHeartbeatAt(time.nowMs(), live.log.state.seq);
  /** Advances time, and runs the work that waits for it and for the stream. */
  const pass = async (ms: number, hasHeartbeats: boolean) => {
    for (let at = 0; at < ms; at += 100) {
      if (hasHeartbeats) sendHeartbeat();
      time.pass(100);
      await settled(2);
    }
  };
  /** Waits until the stream is read, regardless of how busy the machine is. */
  const readWhole = async () => {
    const followedState = () => cluster.live.log.state;
    while (followedState().epoch !== live.log.state.epoch || followedState().seq < live.log.state.seq) await settled(1);
  };
  return { followed, pass, put, flush, readWhole, terminal, stream, live };
}

describe("the model of a cluster from an engine", () => {
  it("is listed once the log is read and its writer is connected, limited to the requested namespace", async () => {
    const { followed, pass, readWhole, terminal } = await following("other");
    const listed = followed.listed(new AbortController().signal);
    await readWhole();
    await pass(500, true);
    expect(await listed).toBe(true);
    expect(followed.doubt()).toBeUndefined();
    expect(followed.reading.daemonSetKeys()).toEqual(["other/proxy"]);
    expect(followed.reading.daemonSets().map(({ key }) => key)).toEqual(["other/proxy"]);
    expect(terminal.warnings).toEqual([]);
  });

  it("reports each changed DaemonSet once", async () => {
    const reported: string[][] = [];
    const { followed, pass, put, flush, readWhole } = await following(undefined, {
      onChanges: ({ daemonSetsPut, daemonSetsDropped }) => reported.push([...daemonSetsPut.map(({ key }) => key), ...daemonSetsDropped]),
    });
    const listed = followed.listed(new AbortController().signal);
    await readWhole();
    await pass(500, true);
    await listed;
    put(kubeDaemonSet("later"));
    await flush();
    await readWhole();
    await pass(500, true);
    expect(reported).toEqual([["kube-system/later"]]);
  });

  it("reports the changes of another log at the same position", async () => {
    const reported: string[][] = [];
    const { followed, pass, readWhole, stream, live } = await following(undefined, {
      onChanges: ({ daemonSetsPut, daemonSetsDropped }) => reported.push([...daemonSetsPut.map(({ key }) => key), ...daemonSetsDropped]),
    });
    const listed = followed.listed(new AbortController().signal);
    await readWhole();
    await pass(500, true);
    await listed;
    const other = await startWriter(stream, "b", "e2", "other");
    await pass(500, true);
    expect(other.live.log.state.seq).toBe(live.log.state.seq);
    expect(reported).toEqual([["kube-system/other", "kube-system/logs"]]);
  });

  it("reports a writer timeout while it lasts, so that a command does not take an old log for the current state", async () => {
    let returned = 0;
    const { followed, pass, readWhole, terminal } = await following(undefined, { onChanges: () => undefined, onReturn: () => returned++ });
    const listed = followed.listed(new AbortController().signal);
    await readWhole();
    await pass(500, true);
    await listed;
    await pass(WRITER_TIMEOUT_MS + 200, false);
    expect(followed.doubt()).toMatch(/^daemonsets stale: the collector of prod does not respond/);
    expect(terminal.warnings).toEqual([
      expect.stringMatching(/^The data may be stale: daemonsets stale: the collector of prod does not respond/),
    ]);
    await pass(300, true);
    expect(followed.doubt()).toBeUndefined();
    expect(returned).toBe(1);
    expect(terminal.warnings.at(-1)).toBe("The data are live again.");
  });

  it("uses the end of a log without a writer, and reports that it may be stale", async () => {
    const { followed, pass, readWhole, terminal } = await following(undefined);
    const listed = followed.listed(new AbortController().signal);
    await readWhole();
    await pass(WRITER_TIMEOUT_MS + 500, false);
    expect(await listed).toBe(true);
    expect(followed.reading.daemonSetKeys()).toEqual(["kube-system/logs", "other/proxy"]);
    expect(followed.doubt()).toMatch(/not respond/);
    expect(terminal.warnings).toHaveLength(1);
  });
});
