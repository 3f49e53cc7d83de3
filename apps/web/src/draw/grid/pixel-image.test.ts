import fc from "fast-check";
import { expect, it, test } from "vitest";
import { PixelCanvas } from "./pixel-canvas.fixture.ts";
import { ALL_VISIBLE, type Boxes, PixelImage } from "./pixel-image.ts";

/** A canvas that records only the order of calls. */
function recordingImage() {
  const done: string[] = [];
  const fakeContext = {
    createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4) }),
    putImageData: () => done.push("put"),
  };
  const onto = {
    clearRect: () => done.push("clear"),
    drawImage: () => done.push("draw"),
    putImageData: () => done.push("put onto"),
    imageSmoothingEnabled: true,
  };
  const canvas = { width: 0, height: 0, getContext: () => fakeContext } as unknown as HTMLCanvasElement;
  const image = new PixelImage(100, 10, canvas);
  image.fill(0, 2, 100, 3, 1);
  return { done, image, onto: onto as unknown as CanvasRenderingContext2D };
}

const boxes = (count: number, size: number): Boxes => ({
  listed: Uint32Array.from({ length: count }, (_, at) => at),
  xs: Float64Array.from({ length: count }, (_, at) => 4 * at),
  ys: new Float64Array(count),
  width: size,
  height: size,
});

it("writes all boxes before it draws any, because a write after a draw copies the whole image", () => {
  const { done, image, onto } = recordingImage();
  image.draw(onto, boxes(3, 3));
  expect(done).toEqual(["put", "put", "put", "clear", "draw", "clear", "draw", "clear", "draw"]);
});

it("copies the whole image at once above a number of boxes", () => {
  const { done, image, onto } = recordingImage();
  image.draw(onto, boxes(401, 1));
  expect(done).toEqual(["put", "clear", "draw"]);
});

it("copies an unscaled image once, and not at all without writes", () => {
  const { done, image, onto } = recordingImage();
  image.putWritten(onto);
  image.putWritten(onto);
  image.drawWritten(onto);
  expect(done).toEqual(["put onto"]);
});

const WIDTH = 24;
const HEIGHT = 30;
const aBox = fc.record({ x: fc.nat(WIDTH - 4), y: fc.nat(HEIGHT - 4), colour: fc.integer({ min: 1, max: 2 ** 32 - 1 }) });

test("the canvas shows the whole image after any writes and any way of copying", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(aBox, { maxLength: 5 }), fc.constantFrom("boxes", "lines", "onto")), { maxLength: 8 }),
      (steps) => {
        const shown = new PixelCanvas(WIDTH, HEIGHT);
        const image = new PixelImage(WIDTH, HEIGHT, new PixelCanvas() as unknown as HTMLCanvasElement);
        const whole = new Uint32Array(WIDTH * HEIGHT);
        for (const [written, how] of steps) {
          for (const { x, y, colour } of written) {
            image.fill(x, y, 3, 4, colour);
            for (let at = 0; at < 12; at++) whole[(y + Math.floor(at / 3)) * WIDTH + x + (at % 3)] = colour;
          }
          if (how === "onto") image.putWritten(shown.context);
          else if (how === "lines") image.drawWritten(shown.context);
          else
            image.draw(shown.context, {
              listed: Uint32Array.from(written.keys()),
              xs: Float64Array.from(written, ({ x }) => x),
              ys: Float64Array.from(written, ({ y }) => y),
              width: 3,
              height: 4,
            });
          expect(shown.pixels).toEqual(whole);
        }
      },
    ),
    { seed: 20261125 },
  );
});

test("lines outside the viewport wait until visible, and visible lines are always current", () => {
  const someVisibleLines = fc.tuple(fc.nat(HEIGHT), fc.nat(HEIGHT)).map(([a, b]) => ({ top: Math.min(a, b), bottom: Math.max(a, b) }));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(aBox, { maxLength: 4 }), someVisibleLines), { maxLength: 8 }), (steps) => {
      const shown = new PixelCanvas(WIDTH, HEIGHT);
      const image = new PixelImage(WIDTH, HEIGHT, new PixelCanvas() as unknown as HTMLCanvasElement);
      const whole = new Uint32Array(WIDTH * HEIGHT);
      for (const [written, visibleLines] of [...steps, [[], ALL_VISIBLE] as const]) {
        for (const { x, y, colour } of written) {
          // stampAt takes the number of the first pixel.
          image.stampAt(image.numberOf(x, y), 3, new Uint32Array(12).fill(colour));
          for (let at = 0; at < 12; at++) whole[(y + Math.floor(at / 3)) * WIDTH + x + (at % 3)] = colour;
        }
        image.putWritten(shown.context, visibleLines);
        const visiblePart = (pixels: Uint32Array) =>
          pixels.subarray(visibleLines.top * WIDTH, Math.min(visibleLines.bottom, HEIGHT) * WIDTH);
        expect(visiblePart(shown.pixels)).toEqual(visiblePart(whole));
      }
    }),
    { seed: 20261126 },
  );
});
