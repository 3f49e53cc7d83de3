import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { type ContentEncoding, pickEncoding } from "../content-encoding.ts";

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};
/** Types with compressed content. */
const PACKED = new Set([".png", ".woff2", ".ico"]);

const etagOf = (plain: Buffer): string => `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;

/** A file of the page, or content derived from one. */
export class StaticAsset {
  readonly type: string;
  readonly etag: string;
  /** The bytes, or their file: the page's files have several megabytes, and clients request few of them. */
  readonly #plain: Buffer | string;
  /** False for files that compression would hardly shrink: tiny ones, and those with compressed content. */
  readonly #packable: boolean;
  readonly #packed = new Map<ContentEncoding, Promise<Buffer>>();

  /** `file`: the file that has these bytes. */
  constructor(plain: Buffer, extension: string, file?: string) {
    this.#plain = file ?? plain;
    this.type = CONTENT_TYPES[extension] ?? "application/octet-stream";
    this.etag = etagOf(plain);
    this.#packable = !PACKED.has(extension) && plain.length > 512;
  }

  encodingFor(accept: string | undefined): ContentEncoding {
    return this.#packable ? pickEncoding(accept) : "identity";
  }

  /** Returns the bytes in an encoding. Each compressed form is built once, on first use. Rejects with ApiFailure if the
   *  file is unreadable or was replaced, because its name must not return other content. */
  bytes(encoding: ContentEncoding): Promise<Buffer> {
    if (encoding === "identity") return this.#read();
    let packed = this.#packed.get(encoding);
    if (packed === undefined) {
      packed = this.#pack(encoding);
      this.#packed.set(encoding, packed);
      packed.catch(() => this.#packed.delete(encoding));
    }
    return packed;
  }

  async #pack(encoding: Exclude<ContentEncoding, "identity">): Promise<Buffer> {
    const plain = await this.#read();
    return encoding === "br"
      ? compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : compressGzip(plain, { level: 9 });
  }

  async #read(): Promise<Buffer> {
    if (typeof this.#plain !== "string") return this.#plain;
    const plain = await readFile(this.#plain).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return undefined;
      const message = `A file of the page could not be read (${cause.code ?? cause.message}): try again, and look at the files of the installation if that does not help.`;
      throw new ApiFailure(503, "PageUnreadable", message, undefined, cause);
    });
    if (plain === undefined || etagOf(plain) !== this.etag)
      throw new ApiFailure(503, "PageReplaced", "The files of the page were replaced since the server started: start it again.");
    return plain;
  }
}
