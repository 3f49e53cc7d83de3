import { useEffect, useState, useSyncExternalStore } from "react";
import { readSaid, subscribeToSaid } from "./say.ts";

const SHOWN_MS = 4_000;

/** What was said last, for a few seconds. */
export function Said() {
  const said = useSyncExternalStore(subscribeToSaid, readSaid);
  const [gone, setGone] = useState(0);
  useEffect(() => {
    if (said.at === 0) return undefined;
    const timer = setTimeout(() => setGone(said.at), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div className="said" role="status">
      {said.at > gone ? <span>{said.text}</span> : null}
    </div>
  );
}
