import { useEffect, useRef, useState } from "react";

/** A value that is taken over at once after a quiet time and then at most each `paceMs`: what changes while somebody reads does not ask the server each time. */
export function usePaced<T>(value: T, paceMs: number): T {
  const [taken, setTaken] = useState(value);
  const takenAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(value, taken)) return;
    const timer = setTimeout(
      () => {
        takenAtMs.current = performance.now();
        setTaken(value);
      },
      Math.max(0, takenAtMs.current + paceMs - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [value, taken, paceMs]);
  return taken;
}
