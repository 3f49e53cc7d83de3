import { describe, expect, it } from "vitest";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { parseCommand } from "./parse-command.ts";

const read = (line: string) => parseCommand(line.split(" "), {}, "1.2.3");
const refusal = (line: string): string => {
  try {
    read(line);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error(`${line} was taken`);
};

describe("collect into an engine", () => {
  it.each([
    [
      "collect --to nats://127.0.0.1:4222",
      { engine: { url: "nats://127.0.0.1:4222" }, maxBytes: 1024 * 1024 * 1024, maxAgeMs: 0, replicas: 1 },
    ],
    ["collect --to nats://a:1,nats://b:1 --cluster prod-eu_1", { engine: { url: "nats://a:1,nats://b:1" }, name: "prod-eu_1" }],
    ["collect --to tls://a --engine-credentials c --engine-ca d", { engine: { url: "tls://a", credentials: "c", authority: "d" } }],
    [
      "collect --to nats://a --keep-size 5 --keep-age 2h --engine-replicas 3",
      { maxBytes: 5 * 1024 * 1024, maxAgeMs: 7_200_000, replicas: 3 },
    ],
    ["serve --from nats://a", { engine: { url: "nats://a" } }],
    ["serve --from nats://127.0.0.1,nats://[::1]:4223 --auth token", { auth: "token" }],
    ["serve --from tls://a --engine-cert c --engine-key k", { engine: { url: "tls://a", certificate: "c", key: "k" } }],
    ["serve --from tls://a --auth token --allow-writes", { auth: "token", allowWrites: true }],
    ["collect --to nats://a --allow-writes --audit f --open-reads", { auditFile: "f", openReads: true }],
  ])("%s", (line, expected) => {
    const command = read(line);
    expect("config" in command ? command.config : undefined).toMatchObject(expected);
  });
  it("a simulated cluster has the name of --cluster in the engine, too", () => {
    expect(read("collect --simulate=surge --cluster sim --to nats://a")).toMatchObject({ config: { simulate: true, name: "sim" } });
  });
  it("--cluster names the cluster in the engine, and selects no cluster of the kubeconfig", () => {
    const command = read("collect --to nats://a --cluster prod");
    expect(command).toMatchObject({ kind: "collect" });
    if (command.kind === "collect") expect(command.config.cluster).not.toHaveProperty("cluster");
  });
  it.each([
    ["collect", "collect needs the engine to write to: daemonscope collect --to nats://HOST:4222."],
    ["collect x --to nats://a", 'collect takes no "x": the engine is named with --to.'],
    ["collect --to http://a", '--to is the address of an engine, such as nats://127.0.0.1:4222: "http://a" is not.'],
    [
      "collect --to nats://a --cluster eu.prod",
      '"eu.prod" cannot be the name of a cluster in an engine, which takes letters, digits, - and _, at most 63: give --cluster eu-prod, for instance.',
    ],
    [
      "collect --to nats://a --cluster ...",
      '"..." cannot be the name of a cluster in an engine, which takes letters, digits, - and _, at most 63: give it another with --cluster.',
    ],
    ["collect --to nats://a --keep-age 0", "--keep-age 0 would keep nothing: omit it to keep what --keep-size allows"],
    ["collect --to nats://a --engine-replicas 2", 'invalid value "2" for --engine-replicas: use 1, 3 or 5'],
    ["serve --engine-ca a", "--engine-ca is about an engine, and none was named: add --from nats://HOST:4222."],
    ["serve --from nats://a --context b", "use either --from or --context, not both: an engine needs no other cluster"],
    ["serve --from nats://a --simulate", "use either --from or --simulate, not both: an engine needs no other cluster"],
    [
      "serve --from nats://a --auth token",
      "--auth token would send tokens of people to nats://a in the clear: give the engine's address as tls://, or its --engine-ca.",
    ],
    [
      "serve --from tls://a --auth proxy --proxy-from 10.0.0.1 --proxy-secret-file x",
      "--auth proxy cannot be used with --from, which needs the token of each user: use --auth token",
    ],
    [
      "serve --from nats://a --allow-writes",
      "--allow-writes with --from acts on a cluster as the person who does it, with their own token: add --auth token.",
    ],
    [
      "serve --from tls://a --engine-cert c",
      "--engine-cert and --engine-key are given together: a certificate is of no use without its key.",
    ],
    [
      "collect --to nats://a --allow-writes",
      "--allow-writes needs --audit FILE here: each action is written to that file before it is sent.",
    ],
    [
      "collect --to nats://a --audit x",
      "--audit writes down what is done, and without --allow-writes nothing is: add it, or leave --audit out.",
    ],
    [
      "collect --to nats://a --simulate --allow-writes --audit x",
      "--allow-writes cannot be used with a simulated cluster, which has no users",
    ],
    ["serve --from nats://a --history x", "use either --history or --from, not both: an engine needs no watch"],
  ])("%s", (line, expected) => {
    expect(refusal(line)).toBe(expected);
  });
  it("G45 an engine password is refused on the command line, and never repeated", () => {
    expect(refusal("collect --to nats://me:secret@a")).toBe(
      "--to contains a password, which all users of this machine can see: put it into a file, and name that with --engine-credentials.",
    );
    expect(refusal("collect --to http://me:secret@a")).not.toContain("secret");
  });
});

describe("query an engine", () => {
  it.each([
    ["status --from nats://a --cluster prod", { followed: { engine: { url: "nats://a" }, cluster: "prod" } }],
    ["status --from nats://a -A", { several: { kind: "engine", engine: { url: "nats://a" }, clusters: [] }, allNamespaces: true }],
    ["wait ds/x --from nats://a --cluster b --cluster c --cluster b", { several: { kind: "engine", clusters: ["b", "c"] } }],
    ["diff ds/x --from tls://a --engine-ca d", { several: { kind: "engine", engine: { url: "tls://a", authority: "d" }, clusters: [] } }],
    ["explain ds/x --from nats://a", { followed: { engine: { url: "nats://a" } } }],
    ["explain --cluster a --cluster b --from nats://a", { followed: { cluster: "b" } }],
    ["what-if cordon n1 --from nats://a --cluster prod", { followed: { cluster: "prod" } }],
    ["status --from prod.dslog", { recording: { file: "prod.dslog" } }],
  ])("%s", (line, expected) => {
    const command = read(line);
    expect("config" in command ? command.config : undefined).toMatchObject(expected);
  });
  it("uses no context of a kubeconfig, even from the environment", () => {
    const command = parseCommand(["status", "--from", "nats://a"], { DAEMONSCOPE_CONTEXT: "a,b" }, "1.2.3");
    expect(command).toMatchObject({ config: { several: { kind: "engine" } } });
  });
  it.each([
    [
      "wait ds/x --from prod.dslog",
      "wait cannot be used with a recording: --from takes the URL of an engine here, such as nats://HOST:4222",
    ],
    ["status --from nats://a --context b", "use either --context or --from URL, not both: an engine needs no other cluster"],
    ["wait ds/x --from nats://a --simulate", "use either --simulate or --from URL, not both: an engine needs no other cluster"],
    ["status --from nats://a --at 5", "--at cannot be used with an engine, whose state is read as of now. Use --from FILE"],
    [
      "status --from nats://a --cluster a.b",
      '"a.b" cannot be the name of a cluster in an engine, which takes letters, digits, - and _, at most 63: give --cluster a-b, for instance.',
    ],
    ["status --cluster a --cluster b", "--cluster can be given only once, except with an engine (--from nats://HOST:4222)"],
    ["wait ds/x --engine-ca a", "--engine-ca is about an engine, and none was named: add --from nats://HOST:4222."],
    [
      "status --from nats://me:secret@a",
      "--from contains a password, which all users of this machine can see: put it into a file, and name that with --engine-credentials.",
    ],
  ])("%s", (line, sentence) => {
    expect(refusal(line)).toBe(sentence);
  });
});
