import { cell } from "./cell.ts";
import { chrome } from "./chrome.ts";
import { filter } from "./filter.ts";
import { explain } from "./explain.ts";
import { grid } from "./grid.ts";
import { keys } from "./keys.ts";
import { palette } from "./palette.ts";
import { preferences } from "./preferences.ts";
import { revisions } from "./revisions.ts";
import { rollout } from "./rollout.ts";

/** English, the source of all translations: one part per folder of the page. */
export const words = {
  cell,
  chrome,
  filter,
  grid,
  keys,
  palette,
  preferences,
  rollout,
} as const;
export const words = { cell, chrome, explain, grid, keys, palette, preferences, revisions, rollout } as const;
