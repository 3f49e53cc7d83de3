import { NodesRead } from "../../ui/loading/NodesRead.tsx";
import { PaletteDialog } from "./PaletteDialog.tsx";
import { useEntries } from "./use-entries.ts";

/** Opens a page, a DaemonSet, a node or a namespace, and runs commands, by a few letters of the name. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  return <PaletteDialog useEntries={useEntries} note={<NodesRead isAfter />} onClose={onClose} />;
}
