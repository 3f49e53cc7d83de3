import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from "node:zlib";
import { GrowingBytes } from "./growing-bytes.ts";

export type PackedWindow = "br" | "gzip";

const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 4;

const packerOf = (packing: PackedWindow, sizeHint: number): BrotliCompress | Gzip =>
  packing === "gzip"
    ? createGzip({ level: GZIP_LEVEL })
    : createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: sizeHint },
      });

const FLUSHES: Readonly<Record<PackedWindow, number>> = { br: constants.BROTLI_OPERATION_FLUSH, gzip: constants.Z_SYNC_FLUSH };

/** Packs the bytes and flushes after each chunk. A browser passes on only what it can unpack, so each chunk must be
 *  readable when it arrives.
 *  `sizeHint`: the approximate number of bytes. */
export function packMessages(plain: GrowingBytes, packing: PackedWindow, sizeHint: number): GrowingBytes {
  const packed = new GrowingBytes();
  const packer = packerOf(packing, sizeHint);
  packer.on("data", (chunk: Buffer) => packed.push(chunk));
  packer.on("error", (error) => packed.fail(error));
  packer.on("end", () => packed.close());
  const feed = async () => {
    for await (const chunk of plain) {
      packer.write(chunk);
      await new Promise<void>((done) => packer.flush(FLUSHES[packing], done));
    }
    packer.end();
  };
  feed().catch((error: unknown) => {
    packer.destroy();
    packed.fail(error);
  });
  return packed;
}
