import { model } from "@daemonscope/words/en/facts";
import { budget } from "./budget.ts";
import { cell } from "./cell.ts";
import { chrome } from "./chrome.ts";
import { filter } from "./filter.ts";
import { fleet } from "./fleet.ts";
import { freshness } from "./freshness.ts";
import { loading } from "./loading.ts";
import { pace } from "./pace.ts";
import { preferences } from "./preferences.ts";
import { sections } from "./sections.ts";
import { verdict } from "./verdict.ts";

/** English in the initial script: the frame, the list of DaemonSets, and every verdict. */
export const firstWords = {
  budget,
  cell,
  chrome,
  filter,
  fleet,
  freshness,
  loading,
  model,
  pace,
  preferences,
  sections,
  verdict,
} as const;
