import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";

/** Returns `reading` with some members replaced by `overrides`. */
export function overlayReading(overrides: Partial<ClusterReading>, reading: ClusterReading): ClusterReading {
  return new Proxy(reading, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(overrides, name) ? overrides : target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
