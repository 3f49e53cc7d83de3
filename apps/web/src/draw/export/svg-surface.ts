import type { DrawSurface } from "./draw-surface.ts";

const formatNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** Escapes text for XML. Characters that XML does not allow become the replacement character. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

interface DrawState {
  readonly fillStyle: string;
  readonly strokeStyle: string;
  readonly globalAlpha: number;
  readonly globalCompositeOperation: GlobalCompositeOperation;
  readonly lineWidth: number;
  readonly lineCap: CanvasLineCap;
  readonly font: string;
  readonly dash: readonly number[];
  readonly clip: string | undefined;
}

/** A surface with canvas methods that writes SVG elements, in order. Erasing paints the background, which is one
 *  colour. */
export class SvgSurface implements DrawSurface {
  fillStyle = "#000";
  strokeStyle = "#000";
  globalAlpha = 1;
  globalCompositeOperation: GlobalCompositeOperation = "source-over";
  lineWidth = 1;
  lineCap: CanvasLineCap = "butt";
  font = "12px sans-serif";
  readonly #width: number;
  readonly #height: number;
  readonly #background: string;
  #elements: string[] = [];
  #clips: string[] = [];
  #path: string[] = [];
  #dash: readonly number[] = [];
  #clip: string | undefined;
  #saved: DrawState[] = [];

  constructor(width: number, height: number, background: string) {
    this.#width = width;
    this.#height = height;
    this.#background = background;
    this.#elements.push(`<rect width="${width}" height="${height}" fill="${background}"/>`);
  }

  /** Returns the document. `title` is its text for screen readers; `style`: additional rules. */
  document(title: string, style = ""): string {
    const rules = style === "" ? "" : `<style>${style}</style>`;
    const defs = this.#clips.length === 0 && rules === "" ? "" : `<defs>${rules}${this.#clips.join("")}</defs>`;
    const size = `width="${this.#width}" height="${this.#height}" viewBox="0 0 ${this.#width} ${this.#height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escapeXml(title)}"><title>${escapeXml(title)}</title>${defs}${this.#elements.join("\n")}</svg>\n`;
  }

  beginPath(): void {
    this.#path = [];
  }
  closePath(): void {
    this.#path.push("Z");
  }
  moveTo(x: number, y: number): void {
    this.#path.push(`M${formatNumber(x)} ${formatNumber(y)}`);
  }
  lineTo(x: number, y: number): void {
    this.#path.push(`${this.#path.length === 0 ? "M" : "L"}${formatNumber(x)} ${formatNumber(y)}`);
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#path.push(`M${formatNumber(x)} ${formatNumber(y)}h${formatNumber(width)}v${formatNumber(height)}h${formatNumber(-width)}Z`);
  }
  roundRect(x: number, y: number, width: number, height: number, radii?: unknown): void {
    const radius = Math.min(typeof radii === "number" ? radii : 0, width / 2, height / 2);
    const [formattedRadius, across, down] = [formatNumber(radius), formatNumber(width - 2 * radius), formatNumber(height - 2 * radius)];
    const corner = (dx: number, dy: number) =>
      `a${formattedRadius} ${formattedRadius} 0 0 1 ${formatNumber(dx * radius)} ${formatNumber(dy * radius)}`;
    this.#path.push(
      `M${formatNumber(x + radius)} ${formatNumber(y)}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h-${across}${corner(-1, -1)}v-${down}${corner(1, -1)}Z`,
    );
  }
  arc(x: number, y: number, radius: number, from: number, to: number): void {
    const at = (angle: number) => `${formatNumber(x + radius * Math.cos(angle))} ${formatNumber(y + radius * Math.sin(angle))}`;
    const begin = `${this.#path.length === 0 ? "M" : "L"}${at(from)}`;
    const formattedRadius = formatNumber(radius);
    // A full circle ends at its start, so it needs two arcs.
    if (Math.abs(to - from) >= 2 * Math.PI - 1e-6)
      this.#path.push(
        `${begin}A${formattedRadius} ${formattedRadius} 0 1 1 ${at(from + Math.PI)}A${formattedRadius} ${formattedRadius} 0 1 1 ${at(from)}`,
      );
    else this.#path.push(`${begin}A${formattedRadius} ${formattedRadius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${at(to)}`);
  }
  setLineDash(segments: readonly number[]): void {
    this.#dash = segments;
  }
  fill(): void {
    this.#elements.push(`<path d="${this.#path.join("")}"${this.#fillAttributes()}/>`);
  }
  stroke(): void {
    this.#elements.push(`<path d="${this.#path.join("")}" fill="none"${this.#strokeAttributes()}/>`);
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.#elements.push(
      `<rect x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}"${this.#fillAttributes()}/>`,
    );
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#elements.push(
      `<rect x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}" fill="none"${this.#strokeAttributes()}/>`,
    );
  }
  fillText(text: string, x: number, y: number): void {
    const [, weight = "400", size = "12", family = "sans-serif"] = /^(\d+)?\s*([\d.]+)px\s+(.*)$/.exec(this.font) ?? [];
    this.#elements.push(
      `<text x="${formatNumber(x)}" y="${formatNumber(y)}" font-family="${escapeXml(family)}" font-size="${size}" font-weight="${weight}" xml:space="preserve"${this.#fillAttributes()}>${escapeXml(text)}</text>`,
    );
  }
  clip(): void {
    const id = `c${this.#clips.length}`;
    const outer = this.#clip === undefined ? "" : ` clip-path="url(#${this.#clip})"`;
    this.#clips.push(`<clipPath id="${id}"${outer}><path d="${this.#path.join("")}"/></clipPath>`);
    this.#clip = id;
  }
  save(): void {
    const { fillStyle, strokeStyle, globalAlpha, globalCompositeOperation, lineWidth, lineCap, font } = this;
    this.#saved.push({
      fillStyle,
      strokeStyle,
      globalAlpha,
      globalCompositeOperation,
      lineWidth,
      lineCap,
      font,
      dash: this.#dash,
      clip: this.#clip,
    });
  }
  restore(): void {
    const state = this.#saved.pop();
    if (state === undefined) return;
    const { dash, clip, ...rest } = state;
    Object.assign(this, rest);
    this.#dash = dash;
    this.#clip = clip;
  }

  #fillAttributes(): string {
    const isErased = this.globalCompositeOperation === "destination-out";
    return ` fill="${escapeXml(isErased ? this.#background : this.fillStyle)}"${this.#commonAttributes()}`;
  }
  #strokeAttributes(): string {
    const dash = this.#dash.length === 0 ? "" : ` stroke-dasharray="${this.#dash.map(formatNumber).join(" ")}"`;
    const cap = this.lineCap === "butt" ? "" : ` stroke-linecap="${this.lineCap}"`;
    return ` stroke="${escapeXml(this.strokeStyle)}" stroke-width="${formatNumber(this.lineWidth)}"${dash}${cap}${this.#commonAttributes()}`;
  }
  #commonAttributes(): string {
    const alpha = this.globalAlpha === 1 ? "" : ` opacity="${formatNumber(this.globalAlpha)}"`;
    return this.#clip === undefined ? alpha : `${alpha} clip-path="url(#${this.#clip})"`;
  }
}
