import { expect, it } from "vitest";
import { refusals, withContainer } from "../refusals.fixture.ts";

it.each<[Record<string, unknown>, readonly string[]]>([
  [withContainer({ livenessProbe: {} }), ["spec.containers[0].livenessProbe: Required value: must specify a handler type"]],
  [
    withContainer({ livenessProbe: { tcpSocket: { port: 80 }, exec: { command: ["true"] } } }),
    ["spec.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type"],
  ],
  [
    withContainer({ livenessProbe: { tcpSocket: { port: 80 }, httpGet: { port: 80 }, grpc: { port: 80 } } }),
    [
      "spec.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type",
      "spec.containers[0].livenessProbe.grpc: Forbidden: may not specify more than 1 handler type",
    ],
  ],
  [withContainer({ readinessProbe: { exec: {} } }), ["spec.containers[0].readinessProbe.exec.command: Required value"]],
  [
    withContainer({ readinessProbe: { httpGet: { port: 0 } } }),
    ["spec.containers[0].readinessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive"],
  ],
  [
    withContainer({ readinessProbe: { tcpSocket: { port: "My_Port" } } }),
    [
      'spec.containers[0].readinessProbe.tcpSocket.port: Invalid value: "My_Port": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    ],
  ],
  [
    withContainer({ readinessProbe: { tcpSocket: { port: 70000 }, terminationGracePeriodSeconds: 5 } }),
    [
      "spec.containers[0].readinessProbe.tcpSocket.port: Invalid value: 70000: must be between 1 and 65535, inclusive",
      "spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes",
    ],
  ],
  [
    withContainer({ readinessProbe: { grpc: { port: 0 } } }),
    ["spec.containers[0].readinessProbe.grpc.port: Invalid value: 0: must be between 1 and 65535, inclusive"],
  ],
  [
    withContainer({
      livenessProbe: { tcpSocket: { port: 80 }, initialDelaySeconds: -1, timeoutSeconds: -2, periodSeconds: -3, failureThreshold: -4 },
    }),
    [
      "spec.containers[0].livenessProbe.initialDelaySeconds: Invalid value: -1: must be greater than or equal to 0",
      "spec.containers[0].livenessProbe.timeoutSeconds: Invalid value: -2: must be greater than or equal to 0",
      "spec.containers[0].livenessProbe.periodSeconds: Invalid value: -3: must be greater than or equal to 0",
      "spec.containers[0].livenessProbe.failureThreshold: Invalid value: -4: must be greater than or equal to 0",
    ],
  ],
  [
    withContainer({ livenessProbe: { tcpSocket: { port: 80 }, successThreshold: 2 } }),
    ["spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1"],
  ],
  [
    withContainer({ livenessProbe: { tcpSocket: { port: 80 }, successThreshold: -1 } }),
    [
      "spec.containers[0].livenessProbe.successThreshold: Invalid value: -1: must be greater than or equal to 0",
      "spec.containers[0].livenessProbe.successThreshold: Invalid value: -1: must be 1",
    ],
  ],
  [
    withContainer({ livenessProbe: { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 0 } }),
    ["spec.containers[0].livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0"],
  ],
  [
    withContainer({ startupProbe: { exec: { command: ["true"] }, successThreshold: 3 } }),
    ["spec.containers[0].startupProbe.successThreshold: Invalid value: 3: must be 1"],
  ],
  [
    withContainer({ lifecycle: { postStart: {}, preStop: {} } }),
    [
      "spec.containers[0].lifecycle.postStart: Required value: must specify a handler type",
      "spec.containers[0].lifecycle.preStop: Required value: must specify a handler type",
    ],
  ],
  [
    withContainer({ lifecycle: { preStop: { exec: { command: ["true"] }, httpGet: { port: 80 } } } }),
    ["spec.containers[0].lifecycle.preStop.httpGet: Forbidden: may not specify more than 1 handler type"],
  ],
  [
    withContainer({ lifecycle: { preStop: { sleep: { seconds: 60 } } } }),
    [
      "spec.containers[0].lifecycle.preStop.sleep: Invalid value: 60: must be non-negative and less than terminationGracePeriodSeconds (30)",
    ],
  ],
  [
    withContainer({ lifecycle: { postStart: { httpGet: { port: "none!" } } } }),
    [
      'spec.containers[0].lifecycle.postStart.httpGet.port: Invalid value: "none!": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    ],
  ],
])("refuses a probe or handler with the API server's message: %j", (podSpec, lines) => {
  expect(refusals(podSpec)).toEqual(lines);
});
