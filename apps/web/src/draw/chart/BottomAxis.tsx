import { type Axis, type AxisScale, axisBottom, select } from "d3";
import { useLayoutEffect, useRef } from "react";
import css from "./chart.module.css";

type Domain = number | Date;

interface BottomAxisProps<Value extends Domain> {
  readonly scale: AxisScale<Value>;
  readonly ticks: readonly Value[];
  readonly textOf: (tick: Value) => string;
  /** Width of the axis, CSS pixels: a label at either end stays inside it. */
  readonly width: number;
  readonly top?: number;
}

const TICK_PX = 4;
/** A label within this distance of an end of the axis begins or ends there. */
const END_PX = 24;

/** The axis of d3 for a linear or a time scale, with ticks below the line. */
export function BottomAxis<Value extends Domain>({ scale, ticks, textOf, width, top = 0 }: BottomAxisProps<Value>) {
  const group = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    const axis: Axis<Value> = axisBottom(scale).tickValues(ticks).tickFormat(textOf).tickSizeInner(TICK_PX).tickSizeOuter(0).tickPadding(2);
    if (group.current === null) return;
    select(group.current)
      .call(axis)
      // The stylesheet sets the font.
      .attr("font-size", null)
      .attr("font-family", null)
      .selectAll<SVGTextElement, Value>(".tick text")
      .attr("text-anchor", (tick) => {
        const x = scale(tick) ?? 0;
        return x < END_PX ? "start" : x > width - END_PX ? "end" : "middle";
      });
  }, [scale, ticks, textOf, width]);
  return <g ref={group} className={css.axis} transform={`translate(0,${top})`} />;
}
