import { JetStreamApiError, type JetStreamClient, type JetStreamManager } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import { expect, it } from "vitest";
import { FencedError } from "./event-log-stream.ts";
import { NatsStream } from "./nats-stream.ts";
import { subjectsOf } from "./stream-subjects.ts";

const subjects = subjectsOf("eu1");
const block = { kind: "block", run: "r1", segment: 1, fromMs: 5, bytes: Buffer.from("x") } as const;
const LARGE = 2_000_000;

interface Kept {
  readonly seq: number;
  readonly subject: string;
  readonly header: ReturnType<typeof headers>;
}

/** An engine whose stream has these messages. It stores what it is sent, unless `answer` throws. */
function engine(kept: readonly Kept[], answer: (published: number) => void = () => undefined) {
  const stored = [...kept];
  const expected: (number | undefined)[] = [];
  const js = {
    publish(subject: string, _data: Uint8Array, options: { headers: Kept["header"]; expect?: { lastSequence?: number } }) {
      expected.push(options.expect?.lastSequence);
      const last = stored.at(-1)?.seq ?? 0;
      if (options.expect?.lastSequence !== undefined && options.expect.lastSequence !== last)
        return Promise.reject(new JetStreamApiError({ code: 400, err_code: 10071, description: "wrong last sequence" }));
      stored.push({ seq: last + 1, subject, header: options.headers });
      try {
        answer(expected.length);
      } catch (error) {
        return Promise.reject(error);
      }
      return Promise.resolve({ seq: last + 1 });
    },
  };
  const manager = {
    streams: {
      info: () =>
        Promise.resolve({ state: { first_seq: 1, last_seq: stored.at(-1)?.seq ?? 0, bytes: 1 }, config: { max_age: 0, max_bytes: 1 } }),
      getMessage: (_name: string, { seq }: { seq: number }) => Promise.resolve(stored.find((each) => each.seq === seq) ?? null),
    },
  };
  const stream = new NatsStream(js as unknown as JetStreamClient, manager as unknown as JetStreamManager, subjects);
  return { stream, stored, expected };
}

const foreign = (seq: number): Kept => {
  const header = headers();
  header.set("ds-run", "another");
  return { seq, subject: subjects.kept.block, header };
};

it("each part of a message expects the sequence before it", async () => {
  const { stream, expected } = engine([foreign(1)]);
  expect(await stream.append({ ...block, bytes: Buffer.alloc(LARGE) }, 1)).toBe(4);
  expect(expected).toEqual([1, 2, 3]);
});

it("a writer behind another one is fenced, and stores nothing", async () => {
  const { stream, stored } = engine([foreign(1), foreign(2)]);
  await expect(stream.append(block, 1)).rejects.toThrow(FencedError);
  expect(stored).toHaveLength(2);
});

it("a part whose acknowledgement was lost is stored once", async () => {
  const timeout = Object.assign(new Error("timeout"), { name: "TimeoutError" });
  const { stream, stored } = engine([foreign(1)], (published) => {
    if (published === 1) throw timeout;
  });
  expect(await stream.append(block, 1)).toBe(2);
  expect(stored).toHaveLength(2);
});
