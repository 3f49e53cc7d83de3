import type { DaemonSetRecord, RecordContainer } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../../words/i18n/translator.ts";

type Demands = Pick<DaemonSetRecord, "containers">;

/** Returns one line per container, with its name if there are several. */
function byContainer({ containers }: Demands, textsOf: (container: RecordContainer) => readonly string[]): readonly string[] {
  return containers.flatMap((container) =>
    textsOf(container).map((text) => (containers.length === 1 ? text : `${container.name}: ${text}`)),
  );
}

/** Returns `cpu 100m, memory 128Mi`, as in the spec. */
export const requestTexts = (record: Demands): readonly string[] =>
  byContainer(record, ({ requests = {} }) => {
    const text = Object.entries(requests).map(([resource, quantity]) => `${resource} ${quantity}`);
    return text.length === 0 ? [] : [text.join(", ")];
  });

/** Returns `9100/TCP`, and the host port if there is one. */
export const portTexts = (record: Demands): readonly string[] =>
  byContainer(record, ({ ports = [] }) =>
    ports.map(({ containerPort, hostPort, protocol = "TCP", hostIP }) => {
      const host = hostPort === undefined ? "" : ` ← ${hostIP === undefined ? "" : `${hostIP}:`}${hostPort}`;
      return `${containerPort}/${protocol}${host}`;
    }),
  );

/** Returns `/dev → /host/dev`: a path of the node, and its mount path in the container. */
export const mountTexts = (record: Demands, t: Translate): readonly string[] =>
  byContainer(record, ({ hostMounts = [] }) =>
    hostMounts.map(({ hostPath, path, readOnly }) => {
      const text = hostPath === path ? hostPath : `${hostPath} → ${path}`;
      return readOnly ? t("rollout.facts.readOnly", { mount: text }) : text;
    }),
  );
