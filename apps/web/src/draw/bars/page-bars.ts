import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Continuity } from "../../data/hooks/continuity.ts";
import { useReducedMotion } from "../../ui/viewport/use-reduced-motion.ts";
import { BarLoop, type BarView, BROWSER_FRAMES } from "./bar-loop.ts";
import { type BarChange, type BarShape, MovingBar } from "./moving-bar.ts";

const pageBars = new BarLoop(BROWSER_FRAMES);

/** Bars are drawn from this distance outside the window, so that none is outdated when it becomes visible. */
const NEAR = "120px";

let sharedObserver: IntersectionObserver | undefined;
const visibilityListeners = new WeakMap<Element, (isVisible: boolean) => void>();

/** Reports when an element becomes visible or hidden: one observer for all bars. */
function watchVisibility(element: Element, onChange: (isVisible: boolean) => void): () => void {
  sharedObserver ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) visibilityListeners.get(target)?.(isIntersecting);
    },
    { rootMargin: NEAR },
  );
  const observer = sharedObserver;
  visibilityListeners.set(element, onChange);
  observer.observe(element);
  return () => observer.unobserve(element);
}

/** Draws a bar into an element while the component is mounted. `draw`: the same function while it draws the same
 *  elements. */
export function useBarView(bar: MovingBar, root: RefObject<Element | null>, draw: BarView["draw"]): void {
  useLayoutEffect(() => {
    const { current } = root;
    if (current === null) return;
    const view: BarView = { isVisible: true, draw };
    const detach = pageBars.attach(bar, view);
    const unwatch = watchVisibility(current, (isVisible) => pageBars.see(bar, view, isVisible));
    return () => {
      unwatch();
      detach();
    };
  }, [bar, root, draw]);
}

/** Returns the transition to the next shape: see BarChange. */
function changeOf(before: Continuity, continuity: Continuity, isReduced: boolean): BarChange {
  if (continuity === undefined || before !== continuity) return "jump";
  return isReduced ? "swap" : "glide";
}

/** Returns a moving bar for each shape, by its id. On the first render and after a jump in time, bars have their
 *  length at once. */
export function useMovingBars(shapes: ReadonlyMap<string, BarShape>, continuity: Continuity): ReadonlyMap<string, MovingBar> {
  const isReduced = useReducedMotion();
  const [bars] = useState(() => new Map<string, MovingBar>());
  const before = useRef<Continuity>(undefined);
  for (const [id, shape] of shapes) if (!bars.has(id)) bars.set(id, new MovingBar(shape));
  // Children attach their views first, so that a new view starts from the bar's last position.
  useLayoutEffect(() => {
    const change = changeOf(before.current, continuity, isReduced);
    before.current = continuity;
    for (const [id, shape] of shapes) {
      const bar = bars.get(id);
      if (bar !== undefined) pageBars.show(bar, shape, change);
    }
  });
  return bars;
}

/** Returns a moving bar for one shape, as `useMovingBars` does for several. */
export function useMovingBar(shape: BarShape, continuity: Continuity): MovingBar {
  const isReduced = useReducedMotion();
  const [bar] = useState(() => new MovingBar(shape));
  const before = useRef<Continuity>(undefined);
  useLayoutEffect(() => {
    pageBars.show(bar, shape, changeOf(before.current, continuity, isReduced));
    before.current = continuity;
  });
  return bar;
}
