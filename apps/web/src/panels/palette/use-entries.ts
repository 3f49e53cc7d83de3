import { daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { useMemo, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { usePodSearch } from "../../data/api/queries.ts";
import { useCluster, useFreshness } from "../../data/hooks/cluster-context.ts";
import { pageCluster, serverUrl } from "../../data/url/base-url.ts";
import { navigate } from "../../data/url/navigation.ts";
import { TABS } from "../../data/url/tab-list.ts";
import { daemonSetView, FLEET_VIEW, podView } from "../../data/url/url.ts";
import { commandBoard } from "../../ui/keys/command-board.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { commandEntries } from "./command-entries.ts";
import { omittedPodCount, type PaletteEntry, parseSearch } from "./find-entries.ts";

/** Returns the entry that leads from one of several clusters to all of them. */
const clusterEntries = (t: Translate): readonly PaletteEntry[] =>
  (pageCluster() ?? "") === "" ? [] : [{ kind: "page", text: t("clusters.all"), run: () => location.assign(serverUrl()) }];

/** Asks the server for pods of DaemonSets whose name contains the typed text. Each leads to its page. */
function usePodEntries(typed: string): { readonly entries: readonly PaletteEntry[]; readonly omittedCount: number } {
  const { scope, wanted } = parseSearch(typed);
  const text = scope === undefined || scope === "pod" ? wanted.split("/").at(-1) : undefined;
  const isLive = useFreshness().kind === "live";
  const { data } = usePodSearch(text, isLive);
  const answer = text === undefined ? undefined : data;
  const entries = useMemo(
    () =>
      (answer?.pods ?? []).map(({ key, name, node }): PaletteEntry => {
        const { namespace } = daemonSetView(key);
        return { kind: "pod", text: `${namespace}/${name}`, detail: node, run: () => navigate(podView(namespace, name)) };
      }),
    [answer],
  );
  return { entries, omittedCount: answer === undefined ? 0 : omittedPodCount(answer, typed) };
}

/** Returns all current targets of the palette: pages, commands of this page, DaemonSets, namespaces, nodes, and pods
 *  by the typed text. Also returns how many such pods the server left out. */
export function useEntries(typed: string): { readonly entries: readonly PaletteEntry[]; readonly omittedCount: number } {
  const { t } = useTranslation();
  const offered = useSyncExternalStore(commandBoard.subscribe, commandBoard.offered);
  const daemonSets = useCluster(({ state }) => state && daemonSetsOf(state));
  const rows = useCluster(({ state }) => state && sortedNames(state.rows));
  const { entries: pods, omittedCount } = usePodEntries(typed);
  const entries = useMemo(() => {
    const namespaces = [...new Set((daemonSets ?? []).map(({ namespace }) => namespace))];
    return [
      ...TABS.map(({ name, view }): PaletteEntry => ({ kind: "page", text: t(`chrome.tabs.${name}`), run: () => navigate(view) })),
      ...clusterEntries(t),
      ...commandEntries(t, offered),
      ...(daemonSets ?? []).map(
        ({ key, containers }): PaletteEntry => ({
          kind: "daemonSet",
          text: key,
          also: containers.map(({ image }) => image),
          run: () => navigate(daemonSetView(key)),
        }),
      ),
      ...namespaces.map(
        (name): PaletteEntry => ({ kind: "namespace", text: name, run: () => navigate({ ...FLEET_VIEW, query: `${name}/` }) }),
      ),
      ...(rows ?? []).map((name): PaletteEntry => ({ kind: "node", text: name, run: () => navigate({ page: "node", name }) })),
      ...pods,
    ];
  }, [t, offered, daemonSets, rows, pods]);
  return { entries, omittedCount };
}
