import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { ExportDialog } from "./ExportDialog.tsx";
import { fleetTable } from "./fleet-table.ts";
import type { Origin } from "./origin.ts";

/** Exports the listed DaemonSets, in their order. */
export function FleetExport({
  records,
  origin,
  onClose,
}: {
  readonly records: readonly DaemonSetRecord[];
  readonly origin: Origin;
  readonly onClose: () => void;
}) {
  return (
    <ExportDialog
      about="DaemonSets"
      origin={origin}
      table={fleetTable(records, origin.atMs)}
      facts={{ daemonSets: records }}
      pictures={undefined}
      onClose={onClose}
    />
  );
}
