import type { ReactNode } from "react";
import css from "./empty-state.module.css";

const COLUMNS = 16;
const ROWS = 5;
const PITCH = 18;
const CELL = 14;
/** Any seed that gives a pleasant picture. */
const SEED = 97;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly opacity: number;
}

/** Returns places of cells that thin out from the middle, the same each time. */
function scatteredPlaces(): readonly Place[] {
  let seed = SEED;
  const places: Place[] = [];
  for (let column = 0; column < COLUMNS; column++)
    for (let row = 0; row < ROWS; row++) {
      seed = (seed * 16807) % 2147483647;
      const distance = Math.hypot((column - 7.5) / 8, (row - 2) / 2.6);
      if (seed / 2147483647 < distance * 0.95) continue;
      places.push({ x: column * PITCH + 0.5, y: row * PITCH + 0.5, opacity: Math.max(0.15, 1 - distance) });
    }
  return places;
}
const PLACES = scatteredPlaces();

interface EmptyStateProps {
  /** Undefined below a heading that states the same. */
  readonly title?: ReactNode;
  /** The level of the title. A page without another heading has level 1. */
  readonly level?: 1 | 2;
  /** `dotted`: nothing exists. `available`: nothing is wrong. */
  readonly cells?: "dotted" | "available";
  /** One sentence, then the next step. */
  readonly children?: ReactNode;
}

/** A place without content: cells as decoration, a title, one sentence and one next step. */
export function EmptyState({ title, level = 2, cells = "dotted", children }: EmptyStateProps) {
  const Title = level === 1 ? "h1" : "h2";
  return (
    <div className={css.empty}>
      <svg className={css[cells]} width={COLUMNS * PITCH} height={ROWS * PITCH} aria-hidden="true">
        {PLACES.map(({ x, y, opacity }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width={CELL - 1} height={CELL - 1} rx="2" opacity={cells === "dotted" ? opacity : 1} />
        ))}
      </svg>
      {title === undefined ? null : <Title>{title}</Title>}
      {children}
    </div>
  );
}
