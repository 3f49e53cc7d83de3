import type { PodsNamedAnswer } from "@daemonscope/shared/http/pods-named";
import { useEffect } from "react";
import { usePodsNamed } from "../api/queries.ts";
import { useFreshness } from "../cluster/cluster-context.ts";

interface PodsNamedProps {
  readonly text: string;
  /** Undefined while there is no answer: of another cluster, or about fewer letters than are asked for. */
  readonly onFound: (answer: PodsNamedAnswer | undefined) => void;
}

/** Asks the server for pods by a part of their name, again and again while the text stands there. */
export function PodsNamed({ text, onFound }: PodsNamedProps) {
  const isLive = useFreshness().kind === "live";
  const { data } = usePodsNamed(text, isLive);
  useEffect(() => {
    onFound(data);
    return () => onFound(undefined);
  }, [data, onFound]);
  return null;
}
