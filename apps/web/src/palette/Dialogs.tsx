import { lazy, useState } from "react";
import { useCommand } from "../keys/use-command.ts";
import { LazyPart } from "../loading/LazyPart.tsx";

/** Loaded when first asked for. */
const CommandPalette = lazy(() => import("./CommandPalette.tsx").then((module) => ({ default: module.CommandPalette })));
const HelpDialog = lazy(() => import("./HelpDialog.tsx").then((module) => ({ default: module.HelpDialog })));
const SettingsDialog = lazy(() => import("../preferences/SettingsDialog.tsx").then((module) => ({ default: module.SettingsDialog })));

const DIALOGS = { palette: CommandPalette, help: HelpDialog, settings: SettingsDialog } as const;

/** The palette, the help and the settings: one at a time, over any page. */
export function Dialogs() {
  const [open, setOpen] = useState<keyof typeof DIALOGS | undefined>(undefined);
  useCommand("palette", () => setOpen("palette"));
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
