import type { PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import { useEffect } from "react";
import { usePodSearch } from "../../data/api/queries.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";

interface PodsNamedProps {
  readonly text: string;
  /** Receives undefined while there is no answer for this cluster, or if the text is too short. */
  readonly onFound: (answer: PodSearchAnswer | undefined) => void;
}

/** Requests pods by a part of their name from the server, repeatedly while the page is live. */
export function PodsNamed({ text, onFound }: PodsNamedProps) {
  const isLive = useFreshness().kind === "live";
  const { data } = usePodSearch(text, isLive);
  useEffect(() => {
    onFound(data);
    return () => onFound(undefined);
  }, [data, onFound]);
  return null;
}
