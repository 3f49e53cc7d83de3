import { useEffect, useState } from "react";
import { type FollowedLogs, LogFollower, NOTHING_FOLLOWED } from "./log-follower.ts";

interface Asked {
  readonly query: Readonly<Record<string, string>>;
  /** Another number repeats the same request. */
  readonly turn: number;
}

/** Follows logs while the component is mounted. Another query or another `turn` starts again. */
export function useLogs(query: Asked["query"], turn: number): FollowedLogs {
  const [followed, setFollowed] = useState(NOTHING_FOLLOWED);
  const asked = JSON.stringify({ query, turn } satisfies Asked);
  useEffect(() => {
    setFollowed(NOTHING_FOLLOWED);
    const follower = new LogFollower((JSON.parse(asked) as Asked).query, setFollowed);
    return () => follower.leave();
  }, [asked]);
  return followed;
}
