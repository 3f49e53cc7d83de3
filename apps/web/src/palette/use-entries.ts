import { useMemo, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { TABS } from "../chrome/tab-list.ts";
import { useCluster } from "../cluster/cluster-context.ts";
import { commandBoard } from "../keys/command-board.ts";
import { COMMANDS } from "../keys/commands.ts";
import { navigate } from "../navigation.ts";
import { daemonSetView, FLEET_VIEW } from "../url.ts";
import type { Entry } from "./find-entries.ts";

const keyName = (key: string) => key.replace("Mod+", navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl-").replace(/^ $/, "Space");

/** All that the palette can go to or do now: pages, what this page offers, DaemonSets, namespaces, nodes. */
export function useEntries(): readonly Entry[] {
  const { t } = useTranslation();
  const offered = useSyncExternalStore(commandBoard.subscribe, commandBoard.offered);
  const columns = useCluster(({ state }) => state?.columns);
  const rows = useCluster(({ state }) => state?.rows);
  return useMemo(() => {
    const namespaces = [...new Set((columns ?? []).map((key) => key.split("/")[0] ?? ""))];
    return [
      ...TABS.map(({ name, view }): Entry => ({ kind: "page", text: t(`chrome.tabs.${name}`), run: () => navigate(view) })),
      ...COMMANDS.filter(({ id }) => id !== "palette" && id !== "nextRow" && id !== "previousRow" && offered.has(id)).map(
        ({ id, keys }): Entry => ({
          kind: "command",
          text: t(`keys.commands.${id}`),
          ...(keys[0] === undefined ? {} : { hint: keyName(keys[0]) }),
          run: () => void commandBoard.give(id),
        }),
      ),
      ...(columns ?? []).map((key): Entry => ({ kind: "daemonSet", text: key, run: () => navigate(daemonSetView(key)) })),
      ...namespaces.map((name): Entry => ({ kind: "namespace", text: name, run: () => navigate({ ...FLEET_VIEW, query: `${name}/` }) })),
      ...(rows ?? []).map((name): Entry => ({ kind: "node", text: name, run: () => navigate({ page: "node", name }) })),
    ];
  }, [t, offered, columns, rows]);
}
