import { useEffect, useState } from "react";
import { type FollowedLogs, LogFollower, NOTHING_FOLLOWED } from "./log-follower.ts";

interface Asked {
  readonly query: Readonly<Record<string, string>>;
  /** Another number asks the same again. */
  readonly turn: number;
}

/** Follows logs as long as this is shown; another question, or another `turn`, begins anew. */
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
