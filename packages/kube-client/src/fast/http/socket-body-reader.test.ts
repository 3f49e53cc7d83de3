import { Buffer } from "node:buffer";
import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_CERTIFICATE, TEST_KEY } from "../../connect/certificates.fixture.ts";
import { forEachPart } from "../../http/for-each-chunk.ts";
import { createTransport } from "../../http/transport.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const PATH = "/api/v1/nodes";
/** The parts that the server writes to each client before it closes. */
let answer: readonly Buffer[] = [];

const onSocket = (socket: Socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => {
    for (const part of answer) socket.write(part);
    socket.end();
  });
};
const servers = [createServer(onSocket), createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, onSocket)];
const urls: string[] = [];
beforeAll(async () => {
  for (const server of servers) {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("no port");
    urls.push(`${server === servers[0] ? "http" : "https"}://127.0.0.1:${address.port}`);
  }
});
afterAll(async () => {
  for (const server of servers) await new Promise((done) => server.close(done));
});

interface Read {
  readonly bytes: string;
  readonly ends: string;
  /** Parts bypassed the stream. */
  readonly direct: boolean;
}

async function read(server: string, isDirect: boolean, take: (text: string) => void = () => undefined): Promise<Read> {
  const transport = createTransport({
    server,
    authorize: (request) => {
      Object.assign(request, { rejectUnauthorized: false });
      return Promise.resolve(0);
    },
  });
  let bytes = "";
  let direct = false;
  try {
    const { signal } = new AbortController();
    const response = await transport.get(PATH, {}, { signal, isDirect });
    response.body.on("data", () => {
      direct = false;
    });
    await forEachPart(response, (from, begin, end) => {
      direct = from.length > end - begin;
      bytes += from.toString("latin1", begin, end);
      take(bytes);
    });
    return { bytes, ends: "well", direct };
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    return { bytes, ends: code ?? message, direct };
  }
}

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const BODY = `${chunk("hello")}${chunk(", ".repeat(2000))}${chunk("world")}`;
const END = "0\r\n\r\n";
const bytesOf = (...parts: readonly string[]) => parts.map((part) => Buffer.from(part, "latin1"));

describe("a body that is read directly from the socket", () => {
  it("arrives whole and ends well at any cut, also over TLS", async () => {
    const text = `hello${", ".repeat(2000)}world`;
    for (const server of urls)
      for (const cut of [
        [HEAD + BODY + END],
        [HEAD, BODY, END],
        [HEAD.slice(0, -2), HEAD.slice(-2) + BODY.slice(0, 1), BODY.slice(1) + END.slice(0, 2), END.slice(2)],
      ]) {
        answer = bytesOf(...cut);
        expect(await read(server, true)).toMatchObject({ bytes: text, ends: "well" });
      }
  });

  it("bypasses the stream of the response", async () => {
    answer = bytesOf(HEAD, BODY);
    expect((await read(urls[1] ?? "", true)).direct).toBe(true);
    expect((await read(urls[1] ?? "", false)).direct).toBe(false);
  });

  it("fails with the error that its consumer throws", async () => {
    answer = bytesOf(HEAD, BODY, END);
    const refused = await read(urls[1] ?? "", true, () => {
      throw new RangeError("too long");
    });
    expect(refused.ends).toBe("too long");
  });

  it("has the same bytes and the same end as with node's parser, for any input and damaged bytes", async () => {
    const heads = fc.constantFrom(
      HEAD,
      HEAD,
      `HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n${HEAD}`,
      "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n",
      "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n",
      "HTTP/1.1 410 Gone\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    const ends = fc.constantFrom(END, "", "0\r\nx: y\r\n\r\n", "2;a=b\r\nde\r\n0\r\n\r\n", "0\r\n", "00\r\n\r\nmore");
    const change = fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom("set", "insert", "remove"));
    const short = `${chunk("hello")}${chunk("a, b, c, d")}${chunk("world")}`;
    await fc.assert(
      fc.asyncProperty(
        heads,
        ends,
        fc.array(change, { maxLength: 2 }),
        fc.array(fc.integer({ min: 1, max: 60 })),
        async (head, end, changes, sizes) => {
          const list = [...Buffer.from(head + short + end, "latin1")];
          for (const [at, byte, how] of changes)
            list.splice(at % (list.length + 1), how === "insert" ? 0 : 1, ...(how === "remove" ? [] : [byte]));
          const bytes = Buffer.from(list);
          const parts: Buffer[] = [];
          let at = 0;
          for (const size of sizes) {
            parts.push(bytes.subarray(at, at + size));
            at += size;
          }
          parts.push(bytes.subarray(at));
          answer = parts.filter(({ length }) => length > 0);
          const [direct, plain] = [await read(urls[0] ?? "", true), await read(urls[0] ?? "", false)];
          expect({ bytes: direct.bytes, ends: direct.ends }).toEqual({ bytes: plain.bytes, ends: plain.ends });
        },
      ),
      { seed: SEED, numRuns: 300 },
    );
  });
});
