import type { DaemonSetRecord, RecordContainer } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../i18n/translator.ts";

type Demands = Pick<DaemonSetRecord, "containers">;

/** One line a container, named where there are several. */
function byContainer({ containers }: Demands, textsOf: (container: RecordContainer) => readonly string[]): readonly string[] {
  return containers.flatMap((container) =>
    textsOf(container).map((text) => (containers.length === 1 ? text : `${container.name}: ${text}`)),
  );
}

/** `cpu 100m, memory 128Mi`, as written. */
export const requestTexts = (record: Demands): readonly string[] =>
  byContainer(record, ({ requests = {} }) => {
    const text = Object.entries(requests).map(([resource, quantity]) => `${resource} ${quantity}`);
    return text.length === 0 ? [] : [text.join(", ")];
  });

/** `9100/TCP`, and the port of the node where it takes one. */
export const portTexts = (record: Demands): readonly string[] =>
  byContainer(record, ({ ports = [] }) =>
    ports.map(({ containerPort, hostPort, protocol = "TCP", hostIP }) => {
      const host = hostPort === undefined ? "" : ` ← ${hostIP === undefined ? "" : `${hostIP}:`}${hostPort}`;
      return `${containerPort}/${protocol}${host}`;
    }),
  );

/** `/dev → /host/dev`: a path of the node, and where the container sees it. */
export const mountTexts = (record: Demands, t: Translate): readonly string[] =>
  byContainer(record, ({ hostMounts = [] }) =>
    hostMounts.map(({ hostPath, path, readOnly }) => {
      const text = hostPath === path ? hostPath : `${hostPath} → ${path}`;
      return readOnly ? t("rollout.facts.readOnly", { mount: text }) : text;
    }),
  );
