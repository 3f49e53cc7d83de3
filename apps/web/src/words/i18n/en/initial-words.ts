import { model } from "@daemonscope/words/en/facts";
import { cell } from "./cell.ts";
import { chrome } from "./chrome.ts";
import { fleet } from "./fleet.ts";
import { freshness } from "./freshness.ts";
import { loading } from "./loading.ts";
import { pace } from "./pace.ts";
import { verdict } from "./verdict.ts";

/** English in the initial script: the frame, the list of DaemonSets, and every verdict. */
export const firstWords = {
  cell,
  chrome,
  fleet,
  freshness,
  loading,
  model,
  pace,
  verdict,
} as const;
