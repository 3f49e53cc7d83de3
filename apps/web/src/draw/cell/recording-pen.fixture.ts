import type { Palette } from "../../data/cell/palette.ts";

/** Each colour is its name. */
export const NAMED_PALETTE = new Proxy({} as Palette, { get: (_, name) => String(name) });

/** Records drawing: calls with their arguments, and the properties that are set. */
export function recordingPen<Pen extends object>(): { readonly pen: Pen; readonly lines: string[] } {
  const lines: string[] = [];
  const values: Record<string, unknown> = { globalAlpha: 1, lineWidth: 1 };
  const pen = new Proxy({} as Pen, {
    get: (_, name) =>
      name in values
        ? values[String(name)]
        : (...args: unknown[]) =>
            void lines.push(`${String(name)}(${args.map((arg) => (typeof arg === "number" ? arg.toFixed(2) : String(arg))).join(" ")})`),
    set: (_, name, value) => {
      values[String(name)] = value;
      lines.push(`${String(name)}=${value}`);
      return true;
    },
  });
  return { pen, lines };
}
