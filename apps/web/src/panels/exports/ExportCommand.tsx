import { type ComponentType, useState } from "react";
import { displayNowMs } from "../../data/freshness/display-now.ts";
import { useCluster, useClusterStore, useFreshness } from "../../data/hooks/cluster-context.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import type { Origin } from "./origin.ts";

interface ExportDialogProps {
  readonly origin: Origin;
  readonly onClose: () => void;
}

/** Opens the export dialog of a page on the command `export`, which a key, the settings and the palette give. `Dialog`
 *  loads when it opens, and exports the data of that moment. */
export function ExportCommand<Props extends object>({
  Dialog,
  props,
}: {
  readonly Dialog: ComponentType<Props & ExportDialogProps>;
  readonly props: Props;
}) {
  const cluster = useCluster(({ state }) => state?.cluster);
  const store = useClusterStore();
  const isLive = useFreshness().kind === "live";
  const [opened, setOpened] = useState<{ readonly props: Props; readonly origin: Origin } | undefined>(undefined);
  const open =
    cluster === undefined
      ? undefined
      : () => setOpened({ props, origin: { cluster, atMs: displayNowMs(store.snapshot(), Date.now()), isLive } });
  useCommand("export", open);
  return opened === undefined ? null : (
    <LazyPart about="export" onFailed={() => setOpened(undefined)}>
      <Dialog {...opened.props} origin={opened.origin} onClose={() => setOpened(undefined)} />
    </LazyPart>
  );
}
