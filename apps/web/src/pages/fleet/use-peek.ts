import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { compareVerdicts } from "@daemonscope/daemonset/rollout/verdict-word";
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useCommand } from "../../ui/keys/use-command.ts";
import { setPreferences } from "../../ui/preferences/preferences.ts";
import { usePreferences } from "../../ui/preferences/use-preferences.ts";
import { useMedia } from "../../ui/theme/use-media.ts";
import { needsPerson } from "./row-status.ts";

/** From this width the panel opens by itself, because the list does not need the space. */
export const WIDE = "(min-width: 1800px)";
/** A page without columns has no space for a panel. The list cannot decide, because the panel changes its width. */
const WITHOUT_COLUMNS = "(max-width: 900px)";

/** Returns the key of the DaemonSet whose row contains an element. */
const keyAt = (target: EventTarget): string | undefined =>
  target instanceof Element && target.matches("[data-name] a") ? target.closest<HTMLElement>("[data-key]")?.dataset.key : undefined;

/** The DaemonSet in the panel next to the list: the one that the user peeks at, and on a wide screen the worst one that
 *  needs a person. */
export function usePeek(records: readonly DaemonSetRecord[]) {
  const [key, setKey] = useState<string | undefined>(undefined);
  const { panel } = usePreferences();
  const isWide = useMedia(WIDE);
  const isOff = useMedia(WITHOUT_COLUMNS);
  const worst = isWide && panel ? records.filter(needsPerson).sort(compareVerdicts)[0] : undefined;
  const peeked = isOff ? undefined : (records.find((record) => record.key === key) ?? worst);
  const close = () => {
    setKey(undefined);
    if (worst !== undefined) setPreferences({ panel: false });
  };
  const latest = useRef((_key: string) => {});
  useLayoutEffect(() => {
    latest.current = (next) => (next === peeked?.key ? close() : setKey(next));
  });
  // The same function each time, because rows compare their properties.
  const toggle = useCallback((next: string) => latest.current(next), []);
  useCommand("up", peeked === undefined || key === undefined ? undefined : close);
  useCommand("panel", isOff ? undefined : () => (peeked === undefined ? setPreferences({ panel: true }) : close()));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyAt(event.target);
    if (event.key !== " " || isOff || next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    // The page must not scroll, and the key has another command.
    event.preventDefault();
    event.stopPropagation();
    toggle(next);
  };
  return { peeked, close, toggle: isOff ? undefined : toggle, onKeyDown };
}
