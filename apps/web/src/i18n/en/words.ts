import { cell } from "./cell.ts";
import { chrome } from "./chrome.ts";
import { explain } from "./explain.ts";
import { exports } from "./exports.ts";
import { filter } from "./filter.ts";
import { grid } from "./grid.ts";
import { keys } from "./keys.ts";
import { model } from "./model.ts";
import { palette } from "./palette.ts";
import { preferences } from "./preferences.ts";
import { revisions } from "./revisions.ts";
import { rollout } from "./rollout.ts";

/** English, the source of all translations: one part per folder of the page. */
export const words = {
  cell,
  chrome,
  explain,
  exports,
  filter,
  grid,
  keys,
  model,
  palette,
  preferences,
  revisions,
  rollout,
} as const;
