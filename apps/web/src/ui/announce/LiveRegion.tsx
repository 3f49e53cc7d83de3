import { useEffect, useState, useSyncExternalStore } from "react";
import { readAnnouncement, subscribeToAnnouncements } from "./announce.ts";
import css from "./live-region.module.css";

const SHOWN_MS = 4_000;

/** The last announcement, shown for a few seconds. */
export function LiveRegion() {
  const announced = useSyncExternalStore(subscribeToAnnouncements, readAnnouncement);
  const [hiddenAt, setHiddenAt] = useState(0);
  useEffect(() => {
    if (announced.at === 0) return undefined;
    const timer = setTimeout(() => setHiddenAt(announced.at), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [announced]);
  return (
    <div className={css.region} role="status">
      {announced.at > hiddenAt ? <span>{announced.text}</span> : null}
    </div>
  );
}
