/** A child of the column, and the space of its margins. */
interface Part {
  readonly element: HTMLElement;
  readonly above: number;
  readonly below: number;
}

const CHILD_CHANGES = { childList: true } as const;

function partOf(element: HTMLElement): Part {
  const { marginTop, marginBottom } = getComputedStyle(element);
  return { element, above: Number.parseFloat(marginTop), below: Number.parseFloat(marginBottom) };
}

/** Keeps the children of an element in a column. Each is at the top of the element and moved to its place by a
 *  transform. If one grows, the ones below slide, without a new layout. New children are placed at once. Existing
 *  children slide, unless the width of the page changed. The element needs the class `column` of steady.module.css. */
export class StableStackLayout {
  readonly #column: HTMLElement;
  readonly #sizes = new ResizeObserver(() => this.#resize());
  readonly #children = new MutationObserver(() => this.#adopt());
  #parts: readonly Part[] = [];
  /** Children that arrived since the last layout. They appear at their places at once. */
  #fresh: readonly HTMLElement[] = [];
  #width = 0;

  constructor(column: HTMLElement) {
    this.#column = column;
    column.dataset.steady = "placed";
    this.#children.observe(column, CHILD_CHANGES);
    this.#adopt();
  }

  /** Returns the children to the normal layout. */
  stop(): void {
    this.#sizes.disconnect();
    this.#children.disconnect();
    delete this.#column.dataset.steady;
    this.#column.style.height = "";
    for (const { element } of this.#parts) {
      element.style.transform = "";
      element.style.transition = "";
    }
  }

  #adopt(): void {
    for (const { element } of this.#parts) if (element.parentElement !== this.#column) this.#sizes.unobserve(element);
    const known = new Set(this.#parts.map(({ element }) => element));
    const elements = [...this.#column.children].filter((child) => child instanceof HTMLElement);
    const arrived = elements.filter((element) => !known.has(element));
    // Earlier arrivals without a layout still need their transition enabled.
    this.#fresh = [...this.#fresh.filter((element) => elements.includes(element)), ...arrived];
    for (const element of arrived) {
      element.style.transition = "none";
      // The first size report enables the transition of the element, so that it slides as the others do.
      this.#sizes.observe(element);
    }
    this.#parts = elements.map(partOf);
    this.#place();
  }

  #resize(): void {
    for (const element of this.#fresh) element.style.transition = "";
    this.#fresh = [];
    this.#place();
  }

  /** Places all parts. Their margins may depend on the width of the page. */
  #place(): void {
    const width = this.#column.clientWidth;
    const isResized = width !== this.#width;
    if (isResized) this.#parts = this.#parts.map(({ element }) => partOf(element));
    this.#width = width;
    this.#column.dataset.steady = isResized ? "placed" : "sliding";
    // Reads all sizes before the first write, because a read after each write would cause one layout per part.
    const heights = this.#parts.map(({ element, above, below }) => Math.round(above + element.offsetHeight + below));
    let top = 0;
    for (const [at, { element }] of this.#parts.entries()) {
      const transform = `translateY(${top}px)`;
      if (element.style.transform !== transform) element.style.transform = transform;
      top += heights[at] ?? 0;
    }
    this.#column.style.height = `${top}px`;
  }
}
