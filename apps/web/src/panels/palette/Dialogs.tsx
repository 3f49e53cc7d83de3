import { useState } from "react";
import { useCommand } from "../../ui/keys/use-command.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";

/** Loaded on first use. */
const CommandPalette = lazyWithWords(() => import("./CommandPalette.tsx").then((module) => module.CommandPalette));
const HelpDialog = lazyWithWords(() => import("./HelpDialog.tsx").then((module) => module.HelpDialog));
const SettingsDialog = lazyWithWords(() => import("./SettingsDialog.tsx").then((module) => module.SettingsDialog));

const DIALOGS = { palette: CommandPalette, help: HelpDialog, settings: SettingsDialog } as const;

/** The palette, the help and the settings: one at a time, over any page. */
export function Dialogs() {
  const [open, setOpen] = useState<keyof typeof DIALOGS | undefined>(undefined);
  useCommand("palette", () => setOpen("palette"));
  // A section with a search field offers the same command later, and so has precedence.
  useCommand("filter", () => setOpen("palette"));
  useCommand("help", () => setOpen("help"));
  useCommand("settings", () => setOpen("settings"));
  if (open === undefined) return null;
  const Shown = DIALOGS[open];
  return (
    <LazyPart about={open} onFailed={() => setOpen(undefined)}>
      <Shown onClose={() => setOpen(undefined)} />
    </LazyPart>
  );
}
