import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  EXPIRED_CERTIFICATE,
  OTHER_NAME_CERTIFICATE,
  TEST_CERTIFICATE,
  TEST_KEY,
} from "@daemonscope/kube-client/connect/certificates.fixture";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTls } from "./tls-material.ts";
import { TLS_CHECK_INTERVAL_MS, TlsRenewal } from "./tls-renewal.ts";

const NOW_MS = Date.now();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "daemonscope-tls-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function files(cert = TEST_CERTIFICATE, key = TEST_KEY) {
  const named = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
  writeFileSync(named.certFile, cert);
  writeFileSync(named.keyFile, key);
  return named;
}
const OTHER_KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----
`;

test.each([
  ["no certificate", "nothing", TEST_KEY, /holds no certificate in PEM$/],
  ["no key", TEST_CERTIFICATE, "nothing", /holds no private key in PEM$/],
  ["an encrypted key", TEST_CERTIFICATE, TEST_KEY.replaceAll("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"), /is encrypted/],
  ["the key of another certificate", TEST_CERTIFICATE, OTHER_KEY, /is not that of the certificate/],
  ["an expired certificate", EXPIRED_CERTIFICATE, TEST_KEY, /expired at \d{4}-/],
])("G25 %s gives one sentence with the file", (_what, cert, key, text) => {
  const read = readTls(files(cert, key), NOW_MS);
  expect(read).toEqual({ kind: "problem", text: expect.stringMatching(text) });
  expect(read.kind === "problem" ? read.text : "").toContain(folder);
});

test("G25 reports a missing file, and a certificate that is not valid yet", () => {
  expect(readTls({ ...files(), keyFile: join(folder, "none") }, NOW_MS)).toMatchObject({
    text: expect.stringMatching(/does not exist$/),
  });
  expect(readTls(files(), Date.UTC(1990, 0, 1))).toMatchObject({ text: expect.stringMatching(/begins at/) });
});

test("G25 uses a renewed certificate; while the files are invalid the old one stays, with one notice", () => {
  const time = manualTime();
  const named = files();
  const first = readTls(named, NOW_MS);
  if (first.kind !== "read") throw new Error(first.text);
  const renewed: string[] = [];
  const reported: string[] = [];
  const renewal = new TlsRenewal({
    files: named,
    first: first.material,
    timers: time.timers,
    nowMs: () => NOW_MS,
    onRenewed: ({ cert }) => renewed.push(cert),
    onProblem: (text) => reported.push(text),
  });
  time.pass(TLS_CHECK_INTERVAL_MS);
  expect([renewed, reported]).toEqual([[], []]);
  files("half of a", TEST_KEY);
  time.pass(3 * TLS_CHECK_INTERVAL_MS);
  expect([renewed, reported]).toEqual([
    [],
    [expect.stringMatching(/holds no certificate in PEM; the certificate that was read before is used on$/)],
  ]);
  expect(renewal.endsAtMs).toBe(first.material.endsAtMs);
  files(OTHER_NAME_CERTIFICATE, TEST_KEY);
  time.pass(TLS_CHECK_INTERVAL_MS);
  expect(renewed).toEqual([OTHER_NAME_CERTIFICATE]);
  renewal.close();
  files();
  time.pass(TLS_CHECK_INTERVAL_MS);
  expect(renewed.length).toBe(1);
});
