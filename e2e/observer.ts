import type { DaemonSetRecord, StatusWrite } from "@daemonscope/daemonset/model/records";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { decodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import type { Frame, Heartbeat, Keyframe } from "@daemonscope/shared/frame";
import { stateHash } from "@daemonscope/shared/state-hash";

/** A reader of our stream, as a browser is one, that keeps every status write it was told of. */
export interface Observer {
  readonly state: () => ClusterState;
  readonly statusWrites: readonly StatusWrite[];
  /** Times that it had to fetch the state again: 0 unless something was lost. */
  readonly resyncs: () => number;
  record(key: string): DaemonSetRecord | undefined;
  /** Waits until a condition holds, looking after each message. */
  until(what: string, holds: () => boolean, timeoutMs?: number): Promise<void>;
  close(): void;
}

async function keyframeOf(url: string): Promise<ClusterState> {
  const answer = await fetch(`${url}/api/keyframe`);
  const state = decodeKeyframe((await answer.json()) as Keyframe);
  if (state === undefined) throw new Error("the keyframe cannot be read");
  return state;
}

/** Connects to a running server. */
export async function observe(url: string): Promise<Observer> {
  const abort = new AbortController();
  const held: Frame[] = [];
  const statusWrites: StatusWrite[] = [];
  const waiting = new Set<() => void>();
  let state: ClusterState | undefined;
  let resyncs = 0;
  let syncing = false;

  async function sync(): Promise<void> {
    if (syncing) return;
    syncing = true;
    state = await keyframeOf(url);
    for (const frame of held.splice(0)) if (frame.seq > state.seq) applyFrame(state, frame);
    syncing = false;
  }
  function onMessage(name: string, text: string): void {
    if (name === "frame") {
      const frame = JSON.parse(text) as Frame;
      statusWrites.push(...(frame.statusWrites ?? []));
      if (state === undefined || syncing) held.push(frame);
      else if (frame.seq > state.seq && applyFrame(state, frame).kind !== "applied") {
        resyncs++;
        held.push(frame);
        void sync();
      }
    } else if (name === "heartbeat" && state !== undefined && !syncing) {
      const heartbeat = JSON.parse(text) as Heartbeat;
      state.sources = heartbeat.sources;
      if (heartbeat.seq === state.seq && heartbeat.hash !== stateHash(state))
        throw new Error("the observer's state differs from the server's");
    } else if (name === "resync") {
      resyncs++;
      void sync();
    }
    for (const look of [...waiting]) look();
  }

  const response = await fetch(`${url}/api/stream`, { headers: { accept: "text/event-stream" }, signal: abort.signal });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error("no stream");
  const decoder = new TextDecoder();
  const pump = async () => {
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const name = /^event: ?(.+)$/m.exec(part)?.[1];
        const data = [...part.matchAll(/^data: ?(.*)$/gm)].map((found) => found[1]).join("\n");
        if (name !== undefined) onMessage(name, data);
      }
    }
  };
  pump().catch((error: unknown) => {
    if (!abort.signal.aborted) console.error("observer:", error);
  });
  await sync();
  const now = () => {
    if (state === undefined) throw new Error("no state yet");
    return state;
  };
  return {
    state: now,
    statusWrites,
    resyncs: () => resyncs,
    record: (key) => now().daemonSets.get(key),
    until(what, holds, timeoutMs = 30_000) {
      return new Promise((done, failed) => {
        const finish = (end: () => void) => {
          clearTimeout(timer);
          clearInterval(poll);
          waiting.delete(look);
          end();
        };
        const look = () => {
          if (holds()) finish(done);
        };
        const timer = setTimeout(() => finish(() => failed(new Error(`waited ${timeoutMs} ms for: ${what}`))), timeoutMs);
        const poll = setInterval(look, 200);
        waiting.add(look);
        look();
      });
    },
    close: () => abort.abort(),
  };
}
