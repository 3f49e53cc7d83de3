import { useState } from "react";
import type { Matrix } from "../../data/clusters/matrix.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";

/** Loaded on first use. */
const ClustersPalette = lazyWithWords(() => import("./ClustersPalette.tsx").then((module) => module.ClustersPalette));
const HelpDialog = lazyWithWords(() => import("../../panels/palette/HelpDialog.tsx").then((module) => module.HelpDialog));
const SettingsDialog = lazyWithWords(() => import("../../panels/palette/SettingsDialog.tsx").then((module) => module.SettingsDialog));

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
