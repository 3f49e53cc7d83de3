import { connect } from "node:net";

/**
 * Sends a request to an engine's own API, as its command line would. Uses NATS's text protocol and returns the JSON
 * answer. Throws on an error.
 */
export async function engineRequest(url: string, subject: string, body: unknown = {}): Promise<Readonly<Record<string, unknown>>> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const payload = JSON.stringify(body);
  const inbox = `_INBOX.test.${process.pid}.${performance.now()}`.replace(/\.(\d+)$/, "-$1");
  const options = JSON.stringify({ verbose: false, pedantic: false, lang: "test", version: "1", protocol: 1, headers: false });
  try {
    socket.write(`CONNECT ${options}\r\nSUB ${inbox} 1\r\nPUB ${subject} ${inbox} ${Buffer.byteLength(payload)}\r\n${payload}\r\n`);
    let text = "";
    for await (const part of socket) {
      text += String(part);
      if (text.includes("PING\r\n")) socket.write("PONG\r\n");
      const found = /MSG \S+ 1 (?:\S+ )?\d+\r\n([\s\S]*)\r\n$/.exec(text)?.[1];
      if (found === undefined) continue;
      const answer = JSON.parse(found) as { readonly error?: { readonly description: string } };
      if (answer.error !== undefined) throw new Error(`${subject}: ${answer.error.description}`);
      return answer as Readonly<Record<string, unknown>>;
    }
    throw new Error(`${subject}: no answer`);
  } finally {
    socket.destroy();
  }
}
