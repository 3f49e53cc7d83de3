import { expect, test } from "vitest";
import { bigClusterRollout, rolloutBytes } from "./rollout.ts";

test("a frame of a rollout stays below its limits in bytes", () => {
  const { frames, changedCells, cellBytes, plainBytes, packedBytes, packedWithoutCells } = rolloutBytes(bigClusterRollout(150), 120);
  expect(frames).toBeGreaterThan(30);
  const measured = {
    "bytes a changed cell": cellBytes / changedCells,
    "bytes a frame, plain": plainBytes / frames,
    "bytes a frame, packed": packedBytes / frames,
    "of these without cells": packedWithoutCells / frames,
  };
  const most = { "bytes a changed cell": 1.9, "bytes a frame, plain": 200, "bytes a frame, packed": 64, "of these without cells": 62 };
  for (const [what, bytes] of Object.entries(measured))
    expect(bytes, JSON.stringify(measured)).toBeLessThan(most[what as keyof typeof most]);
});
