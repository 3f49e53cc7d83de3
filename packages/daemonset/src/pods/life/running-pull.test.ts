import { expect, it } from "vitest";
import { type PullEvent, runningPull } from "./running-pull.ts";

const event = (reason: string, message: string, seconds: number, lastSeconds = seconds): PullEvent => ({
  reason,
  message,
  firstSeenMs: seconds * 1000,
  lastSeenMs: lastSeconds * 1000,
});
const pulling = (image: string, seconds: number, lastSeconds = seconds) =>
  event("Pulling", `Pulling image "${image}"`, seconds, lastSeconds);

it.each<[string, readonly PullEvent[], object | undefined]>([
  ["without events", [], undefined],
  ["that nothing ended", [event("Scheduled", "x", 0), pulling("a:1", 1)], { image: "a:1", sinceMs: 1000 }],
  ["that was completed", [pulling("a:1", 1), event("Pulled", 'Successfully pulled image "a:1" in 2s', 3)], undefined],
  ["that failed", [pulling("a:1", 1), event("Failed", 'Failed to pull image "a:1": not found', 1)], undefined],
  ["that was tried again", [pulling("a:1", 1, 40), event("Failed", 'Failed to pull image "a:1": x', 2)], { image: "a:1", sinceMs: 40_000 }],
  [
    "after that of another container",
    [event("Pulled", 'Container image "a:1" already present on machine', 3), pulling("b:1", 3)],
    { image: "b:1" },
  ],
  [
    "of an event without a time",
    [{ reason: "Pulling", message: 'Pulling image "a:1"', firstSeenMs: undefined }],
    { image: "a:1", sinceMs: 0 },
  ],
  ["in other words", [event("Pulling", "Fetching a:1", 1)], undefined],
])("W5 a pull %s", (_name, events, pull) => {
  if (pull === undefined) expect(runningPull(events)).toBeUndefined();
  else expect(runningPull(events.toReversed())).toMatchObject(pull);
});
