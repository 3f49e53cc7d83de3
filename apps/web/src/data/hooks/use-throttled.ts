import { useEffect, useRef, useState } from "react";

/**
 * Returns a value that updates at once after a quiet time, and then at most each `paceMs`. This limits requests to the
 * server while a value changes fast.
 */
export function useThrottled<T>(value: T, paceMs: number): T {
  const [throttled, setThrottled] = useState(value);
  const updatedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(value, throttled)) return;
    const timer = setTimeout(
      () => {
        updatedAtMs.current = performance.now();
        setThrottled(value);
      },
      Math.max(0, updatedAtMs.current + paceMs - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [value, throttled, paceMs]);
  return throttled;
}
