import { expect, it } from "vitest";
import { refusals, withContainer, withParts } from "../refusals.fixture.ts";

it.each<[Record<string, unknown>, readonly string[]]>([
  [
    withContainer({ securityContext: { runAsUser: -1, runAsGroup: 4294967296 } }),
    [
      "spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      "spec.containers[0].securityContext.runAsGroup: Invalid value: 4294967296: must be between 0 and 2147483647, inclusive",
    ],
  ],
  [
    withContainer({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
    [
      'spec.containers[0].securityContext: Invalid value: {"Capabilities":null,"Privileged":true,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    ],
  ],
  [
    withContainer({ securityContext: { procMount: "Half" } }),
    ['spec.containers[0].securityContext.procMount: Unsupported value: "Half": supported values: "Default", "Unmasked"'],
  ],
  [
    withContainer({ securityContext: { procMount: "Unmasked" } }),
    ['spec.containers[0].securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`'],
  ],
  [
    withContainer({ securityContext: { seccompProfile: {} } }),
    ["spec.containers[0].securityContext.seccompProfile.type: Required value: type is required when seccompProfile is set"],
  ],
  [
    withContainer({ securityContext: { seccompProfile: { type: "Some" } } }),
    [
      'spec.containers[0].securityContext.seccompProfile.type: Unsupported value: "Some": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
    ],
  ],
  [
    withContainer({ securityContext: { seccompProfile: { type: "Localhost" } } }),
    ["spec.containers[0].securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost"],
  ],
  [
    withContainer({ securityContext: { seccompProfile: { type: "RuntimeDefault", localhostProfile: "a" } } }),
    [
      'spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: {"Type":"RuntimeDefault","LocalhostProfile":"a"}: can only be set when seccomp type is Localhost',
    ],
  ],
  [
    withContainer({ securityContext: { appArmorProfile: { type: "Localhost", localhostProfile: " a" } } }),
    ['spec.containers[0].securityContext.appArmorProfile.localhostProfile: Invalid value: " a": must not be padded with whitespace'],
  ],
  [
    withContainer({ securityContext: { appArmorProfile: { type: "Unconfined", localhostProfile: "a" } } }),
    [
      'spec.containers[0].securityContext.appArmorProfile.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost',
    ],
  ],
  [
    withContainer({ securityContext: { windowsOptions: { runAsUserName: "...\\" } } }),
    [
      "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: \"...\\\\\": runAsUserName's Domain doesn't match the NetBios nor the DNS format",
      'spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "...\\\\": runAsUserName\'s User cannot be empty',
    ],
  ],
  [
    withContainer({ securityContext: { windowsOptions: { hostProcess: true } } }),
    ["spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers"],
  ],
  [
    withParts({ securityContext: { fsGroup: -1, runAsUser: -1, runAsGroup: -1, supplementalGroups: [1, -1] } }),
    [
      "spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      "spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      "spec.securityContext.runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      "spec.securityContext.supplementalGroups[1]: Invalid value: -1: must be between 0 and 2147483647, inclusive",
    ],
  ],
  [
    withParts({ securityContext: { fsGroupChangePolicy: "Never", supplementalGroupsPolicy: "Loose" } }),
    [
      'spec.securityContext.fsGroupChangePolicy: Unsupported value: "Never": supported values: "Always", "OnRootMismatch"',
      'spec.securityContext.supplementalGroupsPolicy: Unsupported value: "Loose": supported values: "Merge", "Strict"',
    ],
  ],
  [
    withParts({ securityContext: { seLinuxChangePolicy: "MountOption" } }),
    ['spec.securityContext.seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"'],
  ],
  [
    withParts({ securityContext: { seccompProfile: { type: "Localhost", localhostProfile: "/a/../b" } } }),
    [
      'spec.securityContext.seccompProfile.localhostProfile: Invalid value: "/a/../b": must be a relative path',
      "spec.securityContext.seccompProfile.localhostProfile: Invalid value: \"/a/../b\": must not contain '..'",
    ],
  ],
  [
    withParts({
      securityContext: {
        sysctls: [
          { name: "", value: "1" },
          { name: "A", value: "1" },
          { name: "a.b", value: "1" },
          { name: "a.b", value: "1" },
        ],
      },
    }),
    [
      "spec.securityContext.sysctls[0].name: Required value",
      'spec.securityContext.sysctls[1].name: Invalid value: "A": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
      'spec.securityContext.sysctls[3].name: Duplicate value: "a.b"',
    ],
  ],
  [
    withParts({ securityContext: { sysctls: [{ name: "net.core.somaxconn", value: "1" }] }, hostNetwork: true }),
    ["spec.securityContext.sysctls[0].name: Invalid value: \"net.core.somaxconn\": may not be specified when 'hostNetwork' is true"],
  ],
  [
    withParts({ securityContext: { sysctls: [{ name: "kernel/sem", value: "1" }] }, hostIPC: true }),
    ["spec.securityContext.sysctls[0].name: Invalid value: \"kernel/sem\": may not be specified when 'hostIPC' is true"],
  ],
  [
    withParts({ hostPID: true, shareProcessNamespace: true }),
    ["spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled"],
  ],
])("refuses a security context with the API server's message: %j", (podSpec, lines) => {
  expect(refusals(podSpec)).toEqual(lines);
});
