// The security requirements with their tests, which security-requirements.test.ts writes into docs/security.md.

interface Requirement {
  readonly text: string;
  /** Files of tests. Empty if the requirement is not built. */
  readonly tests: readonly string[];
  /** The part that is not built or differs, with the reason. */
  readonly not?: string;
}

const SAFETY = "apps/server/src/api/safety";
const AUTH = "apps/server/src/access/auth";
const SCOPED = "apps/server/src/access/scoped";
const CLIENT = "packages/kube-client/src";
const PARSE = "apps/server/src/cli/options/parse-command.test.ts";
const SERVER = "apps/server/src/api/build-server.test.ts";
const CHART = "e2e/deploy/chart.spec.ts";
const DEPENDENCIES = "scripts/dependencies.test.ts";
const PACKAGE = "e2e/deploy/package.spec.ts";

/** In the order of their numbers, from 1. */
export const REQUIREMENTS: readonly Requirement[] = [
  { text: "Listens on loopback only, unless two flags name another address", tests: [PARSE] },
  { text: "One allowed Host, an own Origin and an own Sec-Fetch-Site", tests: [`${SAFETY}/request-guard.test.ts`] },
  {
    text: "A secret for each start, in the fragment of the printed address",
    tests: [`${AUTH}/session/session-authenticator.test.ts`, "e2e/tests/sign-in.spec.ts"],
    not: "Only with `--launch-token`, because the read-only server has only the rights of its user's kubectl.",
  },
  { text: "Each route needs a user with rights", tests: ["apps/server/src/api/route-rights.test.ts", `${SAFETY}/route-inventory.test.ts`] },
  { text: "Read-only by default, with one module that can write", tests: ["e2e/tests/writes.spec.ts", `${CLIENT}/http/transport.test.ts`] },
  { text: "No request for a Secret or a ConfigMap", tests: [`${CLIENT}/http/transport.test.ts`] },
  { text: "Environment values and arguments are hidden", tests: [`${CLIENT}/decode/template-redactor.test.ts`, "e2e/tests/yaml.spec.ts"] },
  { text: "No address, path or kubeconfig comes from an HTTP request", tests: [SERVER, "apps/server/src/api/route-rights.test.ts"] },
  { text: "Names in API paths are DNS names", tests: ["apps/server/src/actions/send/write-transport.test.ts"] },
  {
    text: "Credential plugins: own kubeconfig only, 15 s, output never printed",
    tests: [`${CLIENT}/connect/credentials.test.ts`, "apps/server/src/watch/bad-credentials.test.ts"],
    not: "No flag refuses plugins, because kubectl runs the same file.",
  },
  { text: "The environment cannot disable TLS verification", tests: [`${CLIENT}/connect/credentials.test.ts`] },
  {
    text: "A strict CSP with Trusted Types, and no violation in any page test",
    tests: [`${SAFETY}/response-headers.test.ts`, "e2e/tests/policy.spec.ts"],
  },
  { text: "Security headers on each answer, and no CORS", tests: [SERVER] },
  { text: "Texts of the cluster are never links or markup", tests: ["e2e/long/robustness.spec.ts"] },
  {
    text: "Changes need POST with JSON from the own page",
    tests: [`${SAFETY}/request-guard.test.ts`, "apps/server/src/api/routes/actions.test.ts"],
    not: "No CSRF header, because Origin and Sec-Fetch-Site are checked, and the cookie is SameSite.",
  },
  { text: "A plan first, then one execution by its user", tests: ["apps/server/src/actions/plan/plan-cache.test.ts"] },
  {
    text: "Writes have preconditions and take effect at most once",
    tests: ["apps/server/src/actions/send/send-once.test.ts", "apps/server/src/cli/serve/acting-faults.test.ts"],
  },
  { text: "An audit line before and after each write", tests: ["apps/server/src/actions/journal/audit.test.ts"] },
  { text: "Users see exactly the objects of their rights", tests: [`${SCOPED}/leaks.test.ts`, "e2e/tests/rights.spec.ts"] },
  { text: "A revoked right ends streams within a minute", tests: [`${SCOPED}/rights.test.ts`] },
  { text: "Concurrent users never get answers of each other", tests: [`${SCOPED}/concurrent-users.test.ts`] },
  {
    text: "Forwarded headers count only from named proxies",
    tests: ["apps/server/src/api/authorize-request.test.ts", "apps/server/src/cli/options/address-options.test.ts"],
  },
  {
    text: "The chart's rights are exactly those below",
    tests: [CHART],
    not: "No test drops each right to show that it is needed, except for the four main kinds.",
  },
  { text: "Pods run unprivileged on a read-only root", tests: [CHART, "e2e/deploy/image.spec.ts"] },
  { text: "Limits for time, sizes, connections, streams and sign-ins", tests: [SERVER, `${SCOPED}/rights.test.ts`] },
  {
    text: "The server compiles no expression of a user",
    tests: ["scripts/checks/expressions.test.ts"],
    not: "Filters of the page are expressions, which can stop only the own tab.",
  },
  { text: "Keys such as `__proto__` and deep JSON have no effect", tests: [SERVER, "packages/daemonset/src/model/hostile.test.ts"] },
  { text: "Probes and metrics name no object", tests: [SERVER] },
  {
    text: "Exact versions, checksums, no install scripts, no known vulnerability",
    tests: [DEPENDENCIES],
    not: "The list of vulnerabilities is by hand: `pnpm audit` needs a network.",
  },
  {
    text: "A bill of materials, and two builds with equal bytes",
    tests: ["scripts/pack/sbom-text.test.ts", PACKAGE],
    not: "No provenance: no release pipeline exists yet.",
  },
  {
    text: "No secret in logs and errors",
    tests: ["apps/server/src/watch/bad-credentials.test.ts", `${CLIENT}/connect/credentials.test.ts`],
    not: "No search through the output of the whole suite.",
  },
  {
    text: "Internal errors reach the log, never the browser",
    tests: [SERVER],
    not: "Sentences of the API server are shown, because users need them.",
  },
  {
    text: "No telemetry, and no request to other hosts",
    tests: ["e2e/deploy/behind-nginx.spec.ts"],
    not: "Sockets of the server are checked by the import fence, not in a test.",
  },
  {
    text: "Runs under Node's permission model",
    tests: [PACKAGE],
    not: "`--frozen-intrinsics` and `--disable-proto=throw` work too, without a test.",
  },
];

const link = (file: string) => `\`${file}\``;

/** Returns the rows of the table, as Markdown. */
export function requirementRows(): string {
  const rows = REQUIREMENTS.map(({ text, tests, not }, at) => {
    const cell = [tests.length === 0 ? "" : `${tests.map(link).join(", ")}.`, not ?? ""].filter((part) => part !== "").join(" ");
    return `| \`S${at + 1}\` | ${text}. | ${cell} |`;
  });
  return ["| no. | requirement | tests, or what is not built |", "|---|---|---|", ...rows].join("\n");
}
