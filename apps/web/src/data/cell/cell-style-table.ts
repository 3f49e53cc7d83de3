import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { type CellStyle, cellStyleKey, cellStyleOf, type TaintCap } from "./cell-style.ts";
import { SHADES, type Shade } from "./shade.ts";

const CAPS: Readonly<Record<TaintCap, number>> = { none: 0, NoSchedule: 1, NoExecute: 2, PreferNoSchedule: 3 };

/** Inputs of a cell style for a known node. */
interface CellStyleInput {
  readonly byte: CellByte;
  readonly isCordoned: boolean;
  readonly taint: TaintCap;
  /** The elapsed share of minReadySeconds, 0 to 1. */
  readonly fill: number | undefined;
  readonly shade: Shade | undefined;
}

/**
 * The distinct cell styles of a drawing, each with a number: styles are few, cells are many. Two numbers are equal
 * exactly if their cells draw the same.
 */
export class CellStyleTable {
  readonly #styles: CellStyle[] = [];
  readonly #byKey = new Map<string, number>();
  /** Numbers of styles without a fill level, which is nearly all. Their lookup builds no string key. */
  readonly #byFacts = new Map<number, number>();

  /** Returns the style of a number that this table issued. */
  styleOf(number: number): CellStyle {
    const style = this.#styles[number];
    if (style === undefined) throw new RangeError(`there is no style ${number}`);
    return style;
  }

  numberOf(facts: CellStyleInput): number {
    const { byte, isCordoned, taint, fill, shade } = facts;
    if (fill !== undefined) return this.#intern(facts);
    const shadeAt = shade === undefined ? 0 : SHADES.indexOf(shade) + 1;
    const key = byte | (isCordoned ? 0x100 : 0) | (CAPS[taint] << 9) | (shadeAt << 11);
    let number = this.#byFacts.get(key);
    if (number === undefined) {
      number = this.#intern(facts);
      this.#byFacts.set(key, number);
    }
    return number;
  }

  #intern({ byte, isCordoned, taint, fill, shade }: CellStyleInput): number {
    const style = {
      ...cellStyleOf(byte, undefined, [], fill),
      cordoned: isCordoned,
      taint,
      ...(shade === undefined ? {} : { shade }),
    };
    const key = cellStyleKey(style);
    let number = this.#byKey.get(key);
    if (number === undefined) {
      number = this.#styles.push(style) - 1;
      this.#byKey.set(key, number);
    }
    return number;
  }
}
