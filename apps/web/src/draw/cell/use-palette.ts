import { Signal } from "@daemonscope/kube/base/signal";
import { createContext, use, useSyncExternalStore } from "react";
import { type Palette, readPalette, restingPalette } from "../../data/cell/palette.ts";

const changed = new Signal();
/** Whether the cells below show a DaemonSet that neither rolls nor fails. Then available cells are dimmed. */
export const AtRest = createContext(false);

let current: Palette | undefined;

function watchTheme(): void {
  const renew = () => {
    current = readPalette();
    changed.emit();
  };
  new MutationObserver(renew).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "data-contrast"] });
  matchMedia("(forced-colors: active)").addEventListener("change", renew);
}

/** Watches the theme from the first read on. Another palette object would draw all cells again. */
function snapshot(): Palette {
  if (current === undefined) {
    watchTheme();
    current = readPalette();
  }
  return current;
}

/**
 * Returns the palette of the current theme, dimmed below `AtRest`. Renders again when the theme, the contrast or forced
 * colours change. One observer serves the whole page.
 */
export function usePalette(): Palette {
  const palette = useSyncExternalStore(changed.subscribe, snapshot);
  return use(AtRest) ? restingPalette(palette) : palette;
}
