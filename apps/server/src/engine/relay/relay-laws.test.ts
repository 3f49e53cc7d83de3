import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { EngineMessage } from "../stream/engine-messages.ts";
import { relayed, settled } from "./relay.fixture.ts";
import type { CallerRef } from "./relay-protocol.ts";
import { WRITE_OFFER_TIMEOUT_MS } from "./relay-server.ts";
import { relayedTransport } from "./relayed-transports.ts";

const SEED = Number(process.env.SEED ?? 20261124);
const RUNS = Number(process.env.RUNS ?? 25);
const MIA: CallerRef = { kind: "own token", token: "of-mia" };
const WRITE = {
  kind: "write",
  write: { method: "PATCH", path: "/api/v1/nodes/n1", contentType: "application/json-patch+json", body: [] },
  dryRun: false,
} as const;
const { signal } = new AbortController();

/** Effects of a network on messages, by their number. */
const network = fc.record({
  lost: fc.uniqueArray(fc.nat({ max: 25 }), { maxLength: 4 }),
  /** Adds another collector that believes it is the writer. */
  isTwo: fc.boolean(),
  /** The caller's pause between the offer and the go message. */
  awayMs: fc.constantFrom(0, 0, WRITE_OFFER_TIMEOUT_MS - 100, WRITE_OFFER_TIMEOUT_MS + 100),
});

/** Drops the messages with these numbers. */
function losing(lost: readonly number[]): (message: EngineMessage) => boolean {
  let count = -1;
  return () => {
    count++;
    return lost.includes(count);
  };
}

/** Waits for the outcome of a request. */
async function outcomeOf<T>(asking: Promise<T>, pass: (ms: number) => void): Promise<{ readonly value: T } | { readonly error: unknown }> {
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
  asking.then(
    (value) => {
      outcome = { value };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  for (let step = 0; step < 400 && outcome === undefined; step++) {
    await settled(1);
    pass(250);
  }
  if (outcome === undefined) throw new Error("it never ended");
  return outcome;
}

describe(`requests through a collector, seed ${SEED}`, () => {
  const relays: { client: { close(): void }; api: { close(): Promise<void> } }[] = [];
  afterAll(async () => {
    for (const { client, api } of relays) {
      client.close();
      await api.close();
    }
  });

  it("an answer is complete, to the byte, or breaks off, for any network loss", async () => {
    const body = Buffer.from(Array.from({ length: 600_000 }, (_, at) => at % 251));
    await fc.assert(
      fc.asyncProperty(network, async ({ lost, isTwo }) => {
        const relay = await relayed((_, response) => void response.end(body));
        relays.push(relay);
        const relayServers = [relay.collector("runa"), ...(isTwo ? [relay.collector("runb")] : [])];
        relay.engine.lose(losing(lost));
        const asking = (async () => {
          const { body: read } = await relayedTransport(relay.client, MIA).get("/api/v1/pods", {}, { signal });
          const parts: Buffer[] = [];
          for await (const part of read) parts.push(part as Buffer);
          return Buffer.concat(parts);
        })();
        const outcome = await outcomeOf(asking, (ms) => relay.time.pass(ms));
        for (const relayServer of relayServers) relayServer.close();
        if ("value" in outcome) expect(outcome.value.equals(body)).toBe(true);
        else expect(outcome.error).toBeInstanceOf(KubeRequestError);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("G48 a write is sent at most once: never if reported as not sent, and once if answered", async () => {
    await fc.assert(
      fc.asyncProperty(network, async ({ lost, isTwo, awayMs }) => {
        let sent = 0;
        let wasGo = false;
        const relay = await relayed((_, response) => void response.end(), {
          write: async () => async () => {
            sent++;
            return { object: {}, warnings: [] };
          },
        });
        relays.push(relay);
        const relayServers = [relay.collector("runa"), ...(isTwo ? [relay.collector("runb")] : [])];
        relay.engine.lose(losing(lost));
        const asking = relay.client.ask(MIA, WRITE, {
          signal,
          onGo: () => {
            wasGo = true;
            relay.time.burn(awayMs);
          },
        });
        const outcome = await outcomeOf(asking, (ms) => relay.time.pass(ms));
        // Messages in flight still arrive.
        for (let step = 0; step < 20; step++) {
          await settled(1);
          relay.time.pass(1000);
        }
        for (const relayServer of relayServers) relayServer.close();
        expect(sent).toBeLessThanOrEqual(1);
        if (!wasGo) expect(sent).toBe(0);
        if ("value" in outcome) expect(sent).toBe(1);
        else if (outcome.error instanceof KubeRequestError && outcome.error.code === "notSent") expect(sent).toBe(0);
        else expect(outcome.error).toBeInstanceOf(KubeRequestError);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});
