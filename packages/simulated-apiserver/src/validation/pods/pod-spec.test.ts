import { expect, it } from "vitest";
import { refusals, withParts } from "./refusals.fixture.ts";

it.each<[Record<string, unknown>, readonly string[]]>([
  [
    withParts({ restartPolicy: "Sometimes" }),
    ['spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"'],
  ],
  [withParts({ activeDeadlineSeconds: 0 }), ["spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive"]],
  [
    withParts({ dnsPolicy: "Mine" }),
    ['spec.dnsPolicy: Unsupported value: "Mine": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"'],
  ],
  [withParts({ dnsPolicy: "None" }), ["spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None"]],
  [
    withParts({ dnsPolicy: "None", dnsConfig: { searches: ["a"] } }),
    ["spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None"],
  ],
  [
    withParts({ dnsConfig: { nameservers: ["1.1.1.1", "1.1.1.2", "1.1.1.3", "nowhere"] } }),
    [
      'spec.dnsConfig.nameservers: Invalid value: ["1.1.1.1","1.1.1.2","1.1.1.3","nowhere"]: must not have more than 3 nameservers',
      'spec.dnsConfig.nameservers[3]: Invalid value: "nowhere": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
  ],
  [
    withParts({ dnsConfig: { nameservers: ["010.1.1.1", "::ffff:1.2.3.4", "fe80::1%eth0"] } }),
    [
      'spec.dnsConfig.nameservers[0]: Invalid value: "010.1.1.1": must not have leading 0s',
      'spec.dnsConfig.nameservers[1]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address',
      'spec.dnsConfig.nameservers[2]: Invalid value: "fe80::1%eth0": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
  ],
  [
    withParts({ dnsConfig: { searches: ["A", "_a.b.", "."], options: [{ value: "1" }] } }),
    [
      "spec.dnsConfig.searches[0]: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')",
      "spec.dnsConfig.options[0]: Required value: must not be empty",
    ],
  ],
  [
    withParts({
      dnsConfig: {
        searches: [
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
          "a",
        ],
      },
    }),
    [
      'spec.dnsConfig.searches: Invalid value: ["a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a"]: must not have more than 32 search paths',
    ],
  ],
  [
    withParts({ hostname: "a.b", subdomain: "A" }),
    [
      'spec.hostname: Invalid value: "a.b": must not contain dots',
      "spec.subdomain: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  [
    withParts({ hostnameOverride: "A", setHostnameAsFQDN: true }),
    [
      "spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true",
      "spec.hostnameOverride: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [
    withParts({ serviceAccountName: "A_b" }),
    [
      "spec.serviceAccountName: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [
    withParts({ priorityClassName: "A_b", preemptionPolicy: "Sometimes" }),
    [
      "spec.priorityClassName: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      'spec.preemptionPolicy: Unsupported value: "Sometimes": supported values: "PreemptLowerPriority", "Never"',
    ],
  ],
  [
    withParts({ runtimeClassName: "A_b" }),
    [
      "spec.runtimeClassName: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [
    withParts({ readinessGates: [{ conditionType: "a b" }] }),
    [
      "spec.readinessGates[0].conditionType: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  ],
  [
    withParts({ schedulingGates: [{ name: "a" }, { name: "a" }, { name: "a b" }] }),
    [
      'spec.schedulingGates[1]: Duplicate value: "a"',
      "spec.schedulingGates[2]: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  ],
  [withParts({ os: { name: "plan9" } }), ['spec.os: Unsupported value: "plan9": supported values: "linux", "windows"']],
  [withParts({ os: { name: "" } }), ["spec.os.name: Required value"]],
  [
    { containers: [{ name: "agent", image: "agent:1", securityContext: { windowsOptions: {} } }], os: { name: "linux" } },
    ["spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod"],
  ],
  [
    {
      containers: [{ name: "agent", image: "agent:1", securityContext: { privileged: true, runAsUser: 1 } }],
      os: { name: "windows" },
      hostPID: true,
      securityContext: { fsGroup: 1, seLinuxOptions: {} },
    },
    [
      "spec.securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod",
      "spec.hostPID: Forbidden: cannot be set for a windows pod",
      "spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod",
      "spec.containers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod",
      "spec.containers[0].securityContext.runAsUser: Forbidden: cannot be set for a windows pod",
    ],
  ],
])("refuses a pod spec with the API server's message: %j", (podSpec, lines) => {
  expect(refusals(podSpec)).toEqual(lines);
});
