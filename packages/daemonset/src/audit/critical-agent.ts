import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import type { CriticalEvidence } from "./finding.ts";

/** Host paths that only the plug-in of a node's network, storage or devices writes. Sources: CNI specification,
 *  "Administrator provides network configuration"; pkg/kubelet/config, DefaultKubeletPluginsRegistrationDirName;
 *  kubelet/pkg/apis/deviceplugin, DevicePluginPath (rule Q1). */
const PROOFS: readonly CriticalEvidence[] = [
  { role: "network", path: "/etc/cni/net.d" },
  { role: "network", path: "/opt/cni/bin" },
  { role: "devices", path: "/var/lib/kubelet/device-plugins" },
  { role: "storage", path: "/var/lib/kubelet/plugins_registry" },
];

const HOST_PATH = /^hostPath (\/.*?)\/?$/;

type Volumes = Pick<PodTemplateSummary, "containers" | "sidecars" | "volumes">;

/** Returns the host path that proves that nodes do not work without this agent; undefined without a proof. A volume
 *  that the containers mount only for reading proves nothing, because monitors read these paths too. A volume that
 *  only init containers mount counts, because installers write through them. */
export function criticalEvidence({ containers, sidecars, volumes }: Volumes): CriticalEvidence | undefined {
  const mounts = [...containers, ...sidecars].flatMap(({ mounts: all = [] }) => all);
  const isOnlyRead = (volume: string): boolean => {
    const own = mounts.filter((mount) => mount.volume === volume);
    return own.length > 0 && own.every(({ readOnly }) => readOnly === true);
  };
  const paths = volumes.flatMap(({ name, source }) => {
    const path = HOST_PATH.exec(source)?.[1];
    return path === undefined || isOnlyRead(name) ? [] : [path];
  });
  return PROOFS.find(({ path }) => paths.some((each) => each === path || each.startsWith(`${path}/`)));
}
