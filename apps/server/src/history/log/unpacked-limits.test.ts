import { describe, expect, it } from "vitest";
import { bytesOfBlock, inflateBlockSync, packBlock } from "./block.ts";
import { FileLimits, type MemoryMeter, UnpackedTooFar } from "./unpacked-limits.ts";

const MB = 1024 * 1024;
/** Returns simulated memory whose `garbage` is freed by a collection. */
function memory() {
  const bytes = { live: 100 * MB, garbage: 0, collected: 0 };
  const used = () => bytes.live + bytes.garbage;
  const meter: MemoryMeter = {
    residentBytes: used,
    usedBytes: used,
    liveBytes() {
      bytes.garbage = 0;
      bytes.collected++;
      return bytes.live;
    },
  };
  return { bytes, meter };
}

describe("L6 the limits of a file follow from its size", () => {
  it("the whole file unpacks to at most 4 MB and 32 times its size", () => {
    const limits = new FileLimits(MB, memory().meter);
    for (let mb = 0; mb < 36; mb++) limits.unpacked(MB);
    expect(() => limits.unpacked(1)).toThrow(
      "unpacks to more than 36 MB, which is too much for its size: it was made to fill memory, or was altered",
    );
  });

  it("reading takes at most 48 MB of memory and 24 times the file's size, without garbage", () => {
    const { bytes, meter } = memory();
    const limits = new FileLimits(MB, meter);
    bytes.garbage = 500 * MB;
    limits.check();
    bytes.live += 72 * MB;
    limits.check();
    bytes.live += 1;
    bytes.garbage = 500 * MB;
    expect(() => limits.check()).toThrow(/^takes more than 72 MB of memory, which is too much for its size/);
  });

  it("collects garbage only after the process has grown by its limit", () => {
    const { bytes, meter } = memory();
    const limits = new FileLimits(MB, meter);
    bytes.garbage = 70 * MB;
    for (let round = 0; round < 100; round++) limits.check();
    expect(bytes.collected).toBe(0);
  });

  it("checks the limits between slices of work, and aborts beyond them", () => {
    const { bytes, meter } = memory();
    function* work(): Generator<undefined, string> {
      for (let part = 0; part < 1000; part++) {
        bytes.live += MB;
        yield;
      }
      return "done";
    }
    expect(() => [...new FileLimits(0, meter).checked(work())]).toThrow(UnpackedTooFar);
    expect(bytes.live).toBeLessThan(200 * MB);
  });
});

describe("L6 a block written by this program is within its limits", () => {
  it("reads the columns of a DaemonSet with 100,000 equal nodes", async () => {
    const column = (bytes: number) => Buffer.alloc(bytes * 100_000).toString("base64");
    const text = JSON.stringify({ verdicts: column(1), cells: column(1), tallies: column(4), progressAtMs: column(8), hashAt: column(4) });
    const block = await packBlock(3, text);
    expect(text.length / block.length).toBeGreaterThan(1000);
    expect((await bytesOfBlock(block)).toString()).toBe(text);
    expect(inflateBlockSync(block)).toBe(text);
  });

  it("refuses a block that unpacks to more, with either function", async () => {
    const block = await packBlock(3, " ".repeat(6 * MB));
    await expect(bytesOfBlock(block)).rejects.toThrow(UnpackedTooFar);
    expect(() => inflateBlockSync(block)).toThrow(UnpackedTooFar);
  });
});
