import type { LogContainer, LogMessage, LogStream } from "@daemonscope/shared/http/logs";
import { useEffect, useState } from "react";
import { followLogs } from "./follow-logs.ts";
import { LogBuffer, type LogLine } from "./log-buffer.ts";

/** How often lines that came are drawn. */
const DRAW_MS = 150;
/** The server says every ten seconds that it is there. */
const SILENCE_MS = 30_000;

export interface FollowedLogs {
  readonly state: "opening" | "following" | "over" | "lost" | "refused";
  readonly error: Error | undefined;
  readonly streams: readonly LogStream[];
  readonly leftOut: number;
  readonly containers: readonly LogContainer[];
  /** The one that is shown. */
  readonly container: string;
  readonly lines: readonly LogLine[];
  /** Older lines that were let go. */
  readonly dropped: number;
  /** Streams that ended and did not begin again, by number: why, or undefined where it is simply over. */
  readonly ended: ReadonlyMap<number, string | undefined>;
}

const NOTHING: FollowedLogs = {
  state: "opening",
  error: undefined,
  streams: [],
  leftOut: 0,
  containers: [],
  container: "",
  lines: [],
  dropped: 0,
  ended: new Map(),
};

/** Follows logs as long as this is shown; another question, or another `turn`, begins anew. */
export function useLogs(query: Readonly<Record<string, string>>, turn: number): FollowedLogs {
  const [followed, setFollowed] = useState<FollowedLogs>(NOTHING);
  const question = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again
  useEffect(() => {
    const left = new AbortController();
    const buffer = new LogBuffer();
    let now: FollowedLogs = NOTHING;
    let heardAtMs = performance.now();
    let isSilent = false;
    setFollowed(NOTHING);
    const draw = () => {
      const lines = buffer.flush();
      if (lines !== now.lines || buffer.dropped !== now.dropped) now = { ...now, lines, dropped: buffer.dropped };
      setFollowed(now);
    };
    const noteOf = ({ stream, at }: { readonly stream: number; readonly at: number }, kind: "left" | "ended" | "resumed") => {
      const opened = now.streams[stream];
      if (opened !== undefined) buffer.note(stream, at, { kind, ...opened });
    };
    const hear = (message: LogMessage) => {
      heardAtMs = performance.now();
      switch (message.kind) {
        case "streams": {
          const { kind: _kind, ...opened } = message;
          now = { ...now, ...opened, state: "following" };
          break;
        }
        case "lines":
          buffer.push(message.stream, message.lines);
          break;
        case "joined": {
          const { opened, after } = message;
          now = { ...now, streams: [...now.streams, opened] };
          buffer.note(message.stream, message.at, { kind: "joined", ...opened, before: now.streams[after ?? -1]?.pod });
          break;
        }
        case "ended":
          now = { ...now, ended: new Map([...now.ended, [message.stream, message.problem]]) };
          if (message.problem === undefined) noteOf(message, message.isLeaving ? "left" : "ended");
          break;
        case "resumed":
          now = { ...now, ended: new Map([...now.ended].filter(([at]) => at !== message.stream)) };
          noteOf(message, "resumed");
          break;
        case "leftOut":
          now = { ...now, leftOut: message.count };
          break;
        case "beat":
          break;
      }
    };
    const timer = setInterval(() => {
      if (now.state === "following" && performance.now() - heardAtMs > SILENCE_MS) {
        isSilent = true;
        left.abort();
      }
      draw();
    }, DRAW_MS);
    const follow = async () => {
      try {
        await followLogs(JSON.parse(question), left.signal, hear);
        now = { ...now, state: "over" };
      } catch (cause) {
        if (left.signal.aborted && !isSilent) return;
        const error = cause instanceof Error ? cause : new Error(String(cause));
        now = { ...now, state: now.state === "opening" ? "refused" : "lost", error };
      }
      clearInterval(timer);
      draw();
    };
    void follow();
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [question, turn]);
  return followed;
}
