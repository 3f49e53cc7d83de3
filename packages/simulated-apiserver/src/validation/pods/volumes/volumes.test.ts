import { expect, it } from "vitest";
import { refusals, withParts } from "../refusals.fixture.ts";

it.each<[Record<string, unknown>, readonly string[]]>([
  [withParts({ volumes: [{ name: "" }] }), ["spec.volumes[0].name: Required value"]],
  [withParts({ volumes: [{ name: "my.data" }] }), ['spec.volumes[0].name: Invalid value: "my.data": must not contain dots']],
  [
    withParts({ volumes: [{ name: "data", emptyDir: {}, hostPath: { path: "/a" } }] }),
    ["spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type"],
  ],
  [
    withParts({ volumes: [{ name: "data", emptyDir: { sizeLimit: "-1" } }] }),
    ["spec.volumes[0].emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity"],
  ],
  [
    withParts({ volumes: [{ name: "data", hostPath: { path: "/a/../b" } }] }),
    ["spec.volumes[0].hostPath.path: Invalid value: \"/a/../b\": must not contain '..'"],
  ],
  [withParts({ volumes: [{ name: "data", configMap: {} }] }), ["spec.volumes[0].configMap.name: Required value"]],
  [
    withParts({ volumes: [{ name: "data", configMap: { name: "a", items: [{ key: "b", path: "..b", mode: -1 }] } }] }),
    [
      "spec.volumes[0].configMap.items[0].path: Invalid value: \"..b\": must not start with '..'",
      "spec.volumes[0].configMap.items[0].mode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive",
    ],
  ],
  [
    withParts({ volumes: [{ name: "data", secret: { secretName: "a", defaultMode: -1 } }] }),
    ["spec.volumes[0].secret.defaultMode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive"],
  ],
  [
    withParts({ volumes: [{ name: "data", downwardAPI: { items: [{ path: "a", resourceFieldRef: { resource: "limits.cpu" } }] } }] }),
    ["spec.volumes[0].downwardAPI.resourceFieldRef.containerName: Required value"],
  ],
  [
    withParts({ volumes: [{ name: "data", projected: { defaultMode: 512, sources: [{ secret: {}, configMap: { name: "a" } }] } }] }),
    [
      "spec.volumes[0].projected.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive",
      "spec.volumes[0].projected.sources[0].secret.name: Required value",
      "spec.volumes[0].projected.sources[0]: Forbidden: may not specify more than 1 volume type per source",
    ],
  ],
  [
    withParts({
      volumes: [
        {
          name: "data",
          projected: {
            sources: [
              { secret: { name: "a", items: [{ key: "a", path: "a" }] } },
              { configMap: { name: "b", items: [{ key: "a", path: "a" }] } },
            ],
          },
        },
      ],
    }),
    ['spec.volumes[0].projected: Invalid value: "b": conflicting duplicate paths'],
  ],
  [
    withParts({ volumes: [{ name: "data", csi: { driver: "a_b", nodePublishSecretRef: {} } }] }),
    [
      "spec.volumes[0].csi.driver: Invalid value: \"a_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.volumes[0].csi.nodePublishSecretRef.name: Required value",
    ],
  ],
  [
    withParts({ volumes: [{ name: "data", image: { pullPolicy: "Sometimes" } }] }),
    ['spec.volumes[0].image.pullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"'],
  ],
  [
    withParts({ volumes: [{ name: "data", gcePersistentDisk: { pdName: "", partition: 300 } }] }),
    [
      "spec.volumes[0].persistentDisk.pdName: Required value",
      "spec.volumes[0].persistentDisk.partition: Invalid value: 300: must be between 1 and 255, inclusive",
    ],
  ],
  [
    withParts({ volumes: [{ name: "data", iscsi: { targetPortal: "", iqn: "a", lun: 300 } }] }),
    [
      "spec.volumes[0].iscsi.targetPortal: Required value",
      'spec.volumes[0].iscsi.iqn: Invalid value: "a": must be valid format starting with iqn, eui, or naa',
      "spec.volumes[0].iscsi.lun: Invalid value: 300: must be between 0 and 255, inclusive",
    ],
  ],
  [
    withParts({ volumes: [{ name: "data", fc: { targetWWNs: ["a"], wwids: ["b"] } }] }),
    [
      'spec.volumes[0].fc.targetWWNs: Invalid value: ["a"]: targetWWNs and wwids can not be specified simultaneously',
      "spec.volumes[0].fc.lun: Required value: lun is required if targetWWNs is specified",
    ],
  ],
  [
    withParts({ volumes: [{ name: "data", glusterfs: { endpoints: "", path: "" } }] }),
    ["spec.volumes[0].glusterfs.endpoints: Required value", "spec.volumes[0].glusterfs.path: Required value"],
  ],
  [
    withParts({ volumes: [{ name: "data", flocker: { datasetName: "a/b", datasetUUID: "c" } }] }),
    [
      'spec.volumes[0].flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
      "spec.volumes[0].flocker.datasetName: Invalid value: \"a/b\": must not contain '/'",
    ],
  ],
  [
    withParts({ volumes: [{ name: "data", quobyte: { registry: "a", volume: "" } }] }),
    [
      'spec.volumes[0].quobyte.registry: Invalid value: "a": must be a host:port pair or multiple pairs separated by commas',
      "spec.volumes[0].quobyte.volume: Required value",
    ],
  ],
  [
    withParts({ volumes: [{ name: "data", azureFile: { secretName: "", shareName: "" } }] }),
    ["spec.volumes[0].azureFile.secretName: Required value", "spec.volumes[0].azureFile.shareName: Required value"],
  ],
  [
    withParts({ volumes: [{ name: "data", vsphereVolume: { volumePath: "" } }] }),
    ["spec.volumes[0].vsphereVolume.volumePath: Required value"],
  ],
  [
    withParts({ volumes: [{ name: "data", photonPersistentDisk: { pdID: "" } }] }),
    ["spec.volumes[0].photonPersistentDisk.pdID: Required value"],
  ],
])("refuses a volume with the API server's message: %j", (podSpec, lines) => {
  expect(refusals(podSpec)).toEqual(lines);
});
