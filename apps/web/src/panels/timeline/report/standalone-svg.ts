const STYLE_PROPERTIES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
] as const;
const SVG = "http://www.w3.org/2000/svg";
const LINE_PX = 16;
const MARGIN = 12;

/** Returns a picture of the page as a standalone file with its current styles, under lines that name its subject. */
export function standaloneSvg(picture: SVGSVGElement, background: string, lines: readonly string[]): Blob {
  const { width, height } = picture.viewBox.baseVal;
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const originals = picture.querySelectorAll<SVGElement>("path, text");
  copy.querySelectorAll<SVGElement>("path, text").forEach((element, at) => {
    const original = originals[at];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    element.removeAttribute("class");
    for (const property of STYLE_PROPERTIES) element.setAttribute(property, style.getPropertyValue(property));
  });
  const top = MARGIN + lines.length * LINE_PX + 4;
  const root = document.createElementNS(SVG, "svg");
  root.setAttribute("viewBox", `0 0 ${width + 2 * MARGIN} ${top + height + MARGIN}`);
  root.setAttribute("font-family", "system-ui, sans-serif");
  const rect = document.createElementNS(SVG, "rect");
  for (const [name, value] of [
    ["width", "100%"],
    ["height", "100%"],
    ["fill", background],
  ] as const)
    rect.setAttribute(name, value);
  const inner = document.createElementNS(SVG, "g");
  inner.setAttribute("transform", `translate(${MARGIN},${top})`);
  inner.append(...copy.childNodes);
  const textColor = getComputedStyle(picture).color;
  const texts = lines.map((line, at) => {
    const text = document.createElementNS(SVG, "text");
    const attributes = {
      x: MARGIN,
      y: MARGIN + 12 + at * LINE_PX,
      fill: textColor,
      "font-size": at === 0 ? 13 : 11,
      "font-weight": at === 0 ? 600 : 400,
    };
    for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, String(value));
    text.textContent = line;
    return text;
  });
  root.append(rect, ...texts, inner);
  return new Blob([new XMLSerializer().serializeToString(root)], { type: "image/svg+xml" });
}
