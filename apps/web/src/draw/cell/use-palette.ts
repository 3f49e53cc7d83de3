import { Signal } from "@daemonscope/kube/base/signal";
import { createContext, use, useSyncExternalStore } from "react";
import { type Palette, readPalette, restingPalette } from "../../data/cell/palette.ts";

const changed = new Signal();
/** Whether the cells below show a DaemonSet that neither rolls nor fails. Then available cells are dimmed. */
export const AtRest = createContext(false);

let current: Palette | undefined;
let stopWatching: (() => void) | undefined;

function watchTheme(): () => void {
  const renew = () => {
    current = readPalette();
    changed.emit();
  };
  const attributes = new MutationObserver(renew);
  attributes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "data-contrast"] });
  const forced = matchMedia("(forced-colors: active)");
  forced.addEventListener("change", renew);
  return () => {
    attributes.disconnect();
    forced.removeEventListener("change", renew);
  };
}

function subscribe(listener: () => void): () => void {
  if (!changed.hasListeners) {
    stopWatching = watchTheme();
    current = readPalette();
  }
  const unsubscribe = changed.subscribe(listener);
  return () => {
    unsubscribe();
    if (changed.hasListeners) return;
    stopWatching?.();
    current = undefined;
  };
}

function snapshot(): Palette {
  current ??= readPalette();
  return current;
}

/**
 * Returns the palette of the current theme, dimmed below `AtRest`. Renders again when the theme, the contrast or forced
 * colours change. One observer serves the whole page.
 */
export function usePalette(): Palette {
  const palette = useSyncExternalStore(subscribe, snapshot);
  return use(AtRest) ? restingPalette(palette) : palette;
}
