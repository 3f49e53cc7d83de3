import { useEffect, useState } from "react";
import { useCommand } from "../../ui/keys/use-command.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { collectTypedAhead, takeTypedAhead } from "./typed-ahead.ts";

/** Loaded on first use. */
const loadPalette = () => import("./CommandPalette.tsx").then((module) => module.CommandPalette);
const CommandPalette = lazyWithWords(loadPalette);
const HelpDialog = lazyWithWords(() => import("./HelpDialog.tsx").then((module) => module.HelpDialog));
const SettingsDialog = lazyWithWords(() => import("./SettingsDialog.tsx").then((module) => module.SettingsDialog));

const DIALOGS = { palette: CommandPalette, help: HelpDialog, settings: SettingsDialog } as const;

const PRELOAD_AFTER_MS = 2000;

/** The palette, the help and the settings: one at a time, over any page. */
export function Dialogs() {
  const [open, setOpen] = useState<keyof typeof DIALOGS | undefined>(undefined);
  useEffect(() => {
    // After the first paint. The part that renders the palette reports a failure.
    const timer = setTimeout(() => void loadPalette().catch(() => {}), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const openPalette = () => {
    collectTypedAhead();
    setOpen("palette");
  };
  useCommand("palette", openPalette);
  // A section with a search field offers the same command later, and so has precedence.
  useCommand("filter", openPalette);
  useCommand("help", () => setOpen("help"));
  useCommand("settings", () => setOpen("settings"));
  if (open === undefined) return null;
  const close = () => {
    takeTypedAhead();
    setOpen(undefined);
  };
  const Shown = DIALOGS[open];
  return (
    <LazyPart about={open} onFailed={close}>
      <Shown onClose={close} />
    </LazyPart>
  );
}
