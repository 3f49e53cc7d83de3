import { useState } from "react";
import { useCommand } from "../keys/use-command.ts";
import { LazyPart } from "../loading/LazyPart.tsx";
import { lazyWithWords } from "../loading/lazily.ts";
import type { Matrix } from "./matrix.ts";

/** Loaded on first use. */
const ClustersPalette = lazyWithWords(() => import("./ClustersPalette.tsx").then((module) => module.ClustersPalette));
const HelpDialog = lazyWithWords(() => import("../palette/HelpDialog.tsx").then((module) => module.HelpDialog));
const SettingsDialog = lazyWithWords(() => import("../palette/SettingsDialog.tsx").then((module) => module.SettingsDialog));

type Opened = "palette" | "help" | "settings";

/** The palette of all clusters, the help and the settings. One is open at a time. */
export function ClustersDialogs({ matrix }: { readonly matrix: Matrix | undefined }) {
  const [open, setOpen] = useState<Opened | undefined>(undefined);
  useCommand("palette", () => setOpen("palette"));
  useCommand("help", () => setOpen("help"));
  useCommand("settings", () => setOpen("settings"));
  if (open === undefined) return null;
  const close = () => setOpen(undefined);
  return (
    <LazyPart about={open} onFailed={close}>
      {open === "palette" ? (
        <ClustersPalette matrix={matrix} onClose={close} />
      ) : open === "help" ? (
        <HelpDialog onClose={close} />
      ) : (
        <SettingsDialog onClose={close} />
      )}
    </LazyPart>
  );
}
