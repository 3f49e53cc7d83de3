import type { ClustersAnswer } from "@daemonscope/shared/http/clusters";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { ReactNode } from "react";
import { fetchJson } from "../../data/api/fetch-answer.ts";
import { ClustersSource } from "../../data/clusters/clusters-source.ts";
import { speakAlso } from "../../words/i18n/speak.ts";
import { ClustersPage } from "./ClustersPage.tsx";

/** The page of all clusters of a server that watches several. It requests summaries, not whole clusters. */
export async function clustersPage(): Promise<ReactNode> {
  await speakAlso("later");
  const source = new ClustersSource({
    ask: (since, signal) => fetchJson<ClustersAnswer>(PATHS.clusters, since === undefined ? {} : { since }, signal),
    nowMs: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return { cancel: () => clearTimeout(timer) };
    },
    isVisible: () => document.visibilityState === "visible",
  });
  const ask = () => void source.askNow();
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
  ask();
  return <ClustersPage source={source} />;
}
