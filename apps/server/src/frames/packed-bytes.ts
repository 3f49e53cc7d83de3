import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from "node:zlib";
import { GrowingBytes } from "./growing-bytes.ts";

export type Packing = "br" | "gzip";

const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 4;

const packerOf = (packing: Packing, sizeHint: number): BrotliCompress | Gzip =>
  packing === "gzip"
    ? createGzip({ level: GZIP_LEVEL })
    : createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: sizeHint },
      });

const FLUSHES: Readonly<Record<Packing, number>> = { br: constants.BROTLI_OPERATION_FLUSH, gzip: constants.Z_SYNC_FLUSH };

/** The same bytes packed, each chunk so that whoever has it can read all of it: a browser hands on what it can unpack, and no more.
 *  `sizeHint`: how many there will be, about. */
export function packedBytes(plain: GrowingBytes, packing: Packing, sizeHint: number): GrowingBytes {
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
