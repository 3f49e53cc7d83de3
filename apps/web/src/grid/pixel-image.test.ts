import { expect, it } from "vitest";
import { PixelImage } from "./pixel-image.ts";

/** A canvas of which only the order of what is done is kept. */
function recorded() {
  const done: string[] = [];
  const own = {
    createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4) }),
    putImageData: () => done.push("put"),
  };
  const onto = { clearRect: () => done.push("clear"), drawImage: () => done.push("draw"), imageSmoothingEnabled: true };
  const canvas = { width: 0, height: 0, getContext: () => own } as unknown as HTMLCanvasElement;
  return { done, canvas, onto: onto as unknown as CanvasRenderingContext2D };
}
const boxes = (count: number) => Array.from({ length: count }, (_, at) => ({ x: 4 * at, y: 0 }));

it("puts all boxes before it draws from any: each change after a drawing copies the whole image", () => {
  const { done, canvas, onto } = recorded();
  new PixelImage(100, 10, canvas).draw(onto, boxes(3), 3, 3);
  expect(done).toEqual(["put", "put", "put", "clear", "draw", "clear", "draw", "clear", "draw"]);
});

it("copies all at once where the boxes are many", () => {
  const { done, canvas, onto } = recorded();
  new PixelImage(100, 10, canvas).draw(onto, boxes(401), 1, 1);
  expect(done).toEqual(["put", "clear", "draw"]);
});
