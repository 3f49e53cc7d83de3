import { useEffect, useRef, useState } from "react";

/**
 * Returns a value that updates at once after a quiet time, and then at most each `paceMs`. This limits requests to the
 * server while a value changes fast.
 */
export function useThrottled<T>(value: T, paceMs: number): T {
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
