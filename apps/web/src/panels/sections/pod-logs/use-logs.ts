import { useEffect, useState } from "react";
import { type FollowedLogs, LogFollower, NO_FOLLOWED_LOGS } from "./log-follower.ts";

interface Asked {
  readonly query: Readonly<Record<string, string>>;
  /** Another number repeats the same request. */
  readonly turn: number;
}

/** Follows logs while the component is mounted. Another query or another `turn` starts again. */
export function useLogs(query: Asked["query"], turn: number): FollowedLogs {
  const [followed, setFollowed] = useState(NO_FOLLOWED_LOGS);
  const asked = JSON.stringify({ query, turn } satisfies Asked);
  useEffect(() => {
    setFollowed(NO_FOLLOWED_LOGS);
    const follower = new LogFollower((JSON.parse(asked) as Asked).query, setFollowed);
    return () => follower.leave();
  }, [asked]);
  return followed;
}
