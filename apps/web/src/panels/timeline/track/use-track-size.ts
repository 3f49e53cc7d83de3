import { useEffect, useRef, useState } from "react";

/** Returns a reference for the track, and its size in CSS pixels; 0 before the first layout. */
export function useTrackSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.floor(width), height: Math.round(height) });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { box, ...size };
}
