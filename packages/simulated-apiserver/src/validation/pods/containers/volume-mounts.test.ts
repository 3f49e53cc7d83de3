import { expect, it } from "vitest";
import { refusals } from "../refusals.fixture.ts";

it.each<[Record<string, unknown>, readonly string[]]>([
  [
    {
      containers: [{ name: "agent", image: "agent:1", volumeMounts: [{ name: "other", mountPath: "/data" }] }],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    ['spec.containers[0].volumeMounts[0].name: Not found: "other"'],
  ],
  [
    {
      containers: [{ name: "agent", image: "agent:1", volumeMounts: [{ name: "", mountPath: "/data" }] }],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    ["spec.containers[0].volumeMounts[0].name: Required value", 'spec.containers[0].volumeMounts[0].name: Not found: ""'],
  ],
  [
    {
      containers: [{ name: "agent", image: "agent:1", volumeMounts: [{ name: "data", mountPath: "" }] }],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    ["spec.containers[0].volumeMounts[0].mountPath: Required value"],
  ],
  [
    {
      containers: [
        {
          name: "agent",
          image: "agent:1",
          volumeMounts: [
            { name: "data", mountPath: "/data" },
            { name: "data", mountPath: "/data" },
          ],
        },
      ],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    ['spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/data": must be unique'],
  ],
  [
    {
      containers: [{ name: "agent", image: "agent:1", volumeMounts: [{ name: "data", mountPath: "/data", subPath: ".." }] }],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    ["spec.containers[0].volumeMounts.subPath: Invalid value: \"..\": must not contain '..'"],
  ],
  [
    {
      containers: [
        { name: "agent", image: "agent:1", volumeMounts: [{ name: "data", mountPath: "/data", subPath: "/a", subPathExpr: "../b" }] },
      ],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    [
      'spec.containers[0].volumeMounts.subPath: Invalid value: "/a": must be a relative path',
      'spec.containers[0].volumeMounts[0].subPathExpr: Invalid value: "../b": subPathExpr and subPath are mutually exclusive',
      "spec.containers[0].volumeMounts.subPathExpr: Invalid value: \"../b\": must not contain '..'",
    ],
  ],
  [
    {
      containers: [
        { name: "agent", image: "agent:1", volumeMounts: [{ name: "data", mountPath: "/data", mountPropagation: "Bidirectional" }] },
      ],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    [
      "spec.containers[0].volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers",
    ],
  ],
  [
    {
      containers: [{ name: "agent", image: "agent:1", volumeMounts: [{ name: "data", mountPath: "/data", mountPropagation: "Sideways" }] }],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    [
      'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "Sideways": supported values: "Bidirectional", "HostToContainer", "None"',
    ],
  ],
  [
    {
      containers: [{ name: "agent", image: "agent:1", volumeMounts: [{ name: "data", mountPath: "/data", recursiveReadOnly: "Enabled" }] }],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    ["spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true"],
  ],
  [
    {
      containers: [{ name: "agent", image: "agent:1", volumeMounts: [{ name: "data", mountPath: "/data", recursiveReadOnly: "Perhaps" }] }],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    [
      'spec.containers[0].volumeMounts.recursiveReadOnly: Unsupported value: "Perhaps": supported values: "Disabled", "Enabled", "IfPossible"',
    ],
  ],
  [
    {
      containers: [{ name: "agent", image: "agent:1", volumeMounts: [{ name: "data", mountPath: "/data" }] }],
      volumes: [{ name: "data", emptyDir: {}, hostPath: { path: "/a" } }],
    },
    [
      "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type",
      'spec.containers[0].volumeMounts[0].name: Not found: "data"',
    ],
  ],
  [
    {
      containers: [{ name: "agent", image: "agent:1", volumeDevices: [{ name: "data", devicePath: "" }] }],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    [
      'spec.containers[0].volumeDevices[0].name: Invalid value: "data": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
      "spec.containers[0].volumeDevices[0].devicePath: Required value",
    ],
  ],
])("refuses a mount or device with the API server's message: %j", (podSpec, lines) => {
  expect(refusals(podSpec)).toEqual(lines);
});
