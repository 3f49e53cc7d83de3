import { useEffect, useState } from "react";
import { type FollowedLogs, LogFollower, NO_FOLLOWED_LOGS } from "./log-follower.ts";

/** Parameters of GET /api/logs. */
export type LogQuery = Readonly<Record<string, string>>;

interface LogRequest {
  readonly query: LogQuery;
  /** Another number repeats the same request. */
  readonly turn: number;
}

/** Follows logs while the component is mounted. Another query or another `turn` starts again. */
export function useLogs(query: LogQuery, turn: number): FollowedLogs {
  const [followed, setFollowed] = useState(NO_FOLLOWED_LOGS);
  const requestJson = JSON.stringify({ query, turn } satisfies LogRequest);
  useEffect(() => {
    setFollowed(NO_FOLLOWED_LOGS);
    const follower = new LogFollower((JSON.parse(requestJson) as LogRequest).query, setFollowed);
    return () => follower.leave();
  }, [requestJson]);
  return followed;
}
