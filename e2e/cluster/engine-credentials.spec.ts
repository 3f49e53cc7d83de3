import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { AUTHORITY, ENGINE_CERTIFICATE, ENGINE_KEY, OTHER_AUTHORITY } from "../engine/certificates.ts";
import { type CollectorProcess, startCollector } from "../engine/collector-process.ts";
import { type NatsServers, startNatsServers } from "../engine/nats-servers.ts";

const LOG_MD = resolve(import.meta.dirname, "../../docs/log.md");
const PASSWORD = "of-this-test";

/** Returns the permissions of docs/log.md, with a password and a collector of a second cluster. */
function documentedPermissions(): string {
  const block = /```hocon\n([\s\S]*?)```/.exec(readFileSync(LOG_MD, "utf8"))?.[1] ?? "";
  const collector = /\{ user: "collector-eu"[\s\S]*?\} \}/.exec(block)?.[0] ?? "";
  const second = collector.replaceAll(/(daemonscope[.-])eu\b/g, "$1us").replace("collector-eu", "collector-us");
  return block.replace(collector, `${collector}\n${second}`).replaceAll("…", PASSWORD);
}

test.describe("credentials of an engine", () => {
  const dir = mkdtempSync(join(tmpdir(), "daemonscope-credentials-"));
  const file = (name: string, text: string) => {
    const path = join(dir, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const credentialsOf = (user: string, password = PASSWORD) => [
    "--engine-credentials",
    file(`${user}-${password.length}.json`, JSON.stringify({ user, password })),
  ];
  const key = file("key.pem", ENGINE_KEY);
  const certificate = file("cert.pem", ENGINE_CERTIFICATE);
  const authority = file("ca.pem", AUTHORITY);
  const withAuthority = ["--engine-ca", authority];
  const asClient = ["--engine-cert", certificate, "--engine-key", key];
  let servers: NatsServers;
  let url: string;
  const running: (CollectorProcess | Daemonscope)[] = [];
  test.beforeAll(async () => {
    const tls = `tls { cert_file: "${certificate}", key_file: "${key}", ca_file: "${authority}", verify: true }`;
    servers = await startNatsServers(1, `${tls}\n${documentedPermissions()}`);
    url = servers.url.replaceAll("nats:", "tls:");
  });
  test.afterAll(async () => {
    if (process.env.DEBUG_ENGINE) for (const each of running) console.log(each.output());
    for (const each of running) await each.stop();
    await servers.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const collect = (name: string, ...args: readonly string[]) => {
    const collector = startCollector(["--to", url, "--cluster", name, "--simulate=surge", ...args]);
    running.push(collector);
    return collector;
  };

  test("G49 with TLS and the documented permissions each collector writes its own log, and a viewer shows all", async () => {
    const eu = collect("eu", ...withAuthority, ...asClient, ...credentialsOf("collector-eu"));
    const us = collect("us", ...withAuthority, ...asClient, ...credentialsOf("collector-us"));
    await eu.waitForOutput("eu: writing");
    await us.waitForOutput("us: writing");
    const viewer = await startDaemonscope(["--from", url, ...withAuthority, ...asClient, ...credentialsOf("viewer")]);
    running.push(viewer);
    for (const name of ["eu", "us"]) {
      const events = async () => (await fetch(`${viewer.url}/clusters/${name}/api/events?namespace=default&daemonSet=agent`)).status;
      await expect.poll(events, { timeout: 20_000 }).toBe(200);
    }
    expect(viewer.output()).not.toContain("does not let");
    expect(eu.output()).not.toContain("does not let");
  });

  test("G49 a collector cannot write another cluster's log, and names the missing permission", async () => {
    const wrong = collect("us", ...withAuthority, ...asClient, ...credentialsOf("collector-eu"));
    await wrong.waitForOutput("the engine does not let these credentials");
    expect(wrong.output()).toMatch(
      /at tls:\S+ the engine does not let these credentials (subscribe|publish) to \S*us\S*: give them that permission/,
    );
    expect(wrong.output()).not.toContain("us: writing");
  });

  for (const [what, args, sentence] of [
    [
      "no credentials",
      [...withAuthority, ...asClient],
      /error: the engine at \S+ asks for credentials: name a file that has them with --engine-credentials$/m,
    ],
    [
      "refused credentials",
      [...withAuthority, ...asClient, ...credentialsOf("viewer", "wrong")],
      /error: the engine at \S+ refuses the credentials in \S+viewer-5\.json: /,
    ],
    [
      "another authority",
      [...asClient, ...credentialsOf("viewer"), "--engine-ca", file("other.pem", OTHER_AUTHORITY)],
      /is not signed by the authority in \S+other\.pem/,
    ],
    [
      "no authority",
      [...asClient, ...credentialsOf("viewer")],
      /is signed by an unknown authority: name the authority's certificate with --engine-ca$/m,
    ],
    [
      "no client certificate",
      [...withAuthority, ...credentialsOf("viewer")],
      /where it asks for a client certificate, name that and its key with --engine-cert and --engine-key$/m,
    ],
    [
      "a file without credentials",
      [...withAuthority, ...asClient, "--engine-credentials", authority],
      /ca\.pem, which holds no credentials: it is a \.creds file/,
    ],
  ] as const)
    test(`G49 reports ${what} in one sentence`, async () => {
      const refused = collect("eu", ...args);
      await expect.poll(() => refused.output(), { timeout: 15_000 }).toMatch(sentence);
      expect(refused.output().trim().split("\n")).toHaveLength(1);
      expect(refused.output()).not.toContain(PASSWORD);
    });

  test("G49 refuses tls:// to an engine without TLS, and sends nothing in plain text", async () => {
    const plain = await startNatsServers(1);
    try {
      const refused = startCollector(["--to", plain.url.replaceAll("nats:", "tls:"), "--cluster", "eu", "--simulate=surge"]);
      running.push(refused);
      await refused.waitForOutput("speaks no TLS: turn it on there, or give its address as nats://");
    } finally {
      await plain.stop();
    }
  });
});
