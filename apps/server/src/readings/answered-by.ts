import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";

/** A reading that answers some questions by itself, and all others as another one does. */
export function answeredBy(own: Partial<ClusterReading>, reading: ClusterReading): ClusterReading {
  return new Proxy(reading, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(own, name) ? own : target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
