import type { PodAnswer } from "./pod-answer.ts";

export const NOW_MS = 1_000_000;

/** A pod that is not ready. Created three minutes ago. */
export const STARTING_POD: PodAnswer = {
  name: "agent-x7f",
  uid: "u",
  hash: "h",
  templateGeneration: "1",
  updated: true,
  phase: "Running",
  scheduled: true,
  ready: false,
  readySinceMs: undefined,
  availableAtMs: undefined,
  available: false,
  unavailableSinceMs: NOW_MS - 180_000,
  terminatingSinceMs: undefined,
  goneByMs: undefined,
  restarts: 0,
  reason: undefined,
  trouble: undefined,
  troubleDetail: undefined,
  step: undefined,
  startStep: undefined,
  message: undefined,
  lastExit: undefined,
  imageChanges: [],
  createdAtMs: NOW_MS - 180_000,
};
