import type { ReachAddress, ReachAnswer, ReachService, ServicePort } from "@daemonscope/shared/http/reach";
import { type DaemonSetView, daemonSetView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { DataTable } from "../../../ui/controls/DataTable.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./reach.module.css";

interface ServiceReachProps {
  readonly view: DaemonSetView;
  readonly service: ReachService;
  readonly data: ReachAnswer;
}

const portText = ({ port, targetPort, protocol, nodePort }: ServicePort): string =>
  `${port}${protocol === "TCP" ? "" : `/${protocol}`}→${targetPort}${nodePort === undefined ? "" : ` (nodePort ${nodePort})`}`;

const stateText = ({ ready, serving, terminating }: ReachAddress): string =>
  [ready ? "ready" : "not ready", serving && !ready ? "serving" : "", terminating ? "terminating" : ""].filter(Boolean).join(", ");

/** One Service: its name in DNS, the pods that it reaches, and the pods that get no traffic from it and why. */
export function ServiceReach({ view, service, data }: ServiceReachProps) {
  const { t } = useTranslation();
  const { name, type, clusterIP, isHeadless, internalTrafficPolicy, readyCount, addresses, outside } = service;
  const nodeLink = (node: string) => (
    <ViewLink view={{ ...daemonSetView(`${view.namespace}/${view.name}`), node }} className="mono">
      {node}
    </ViewLink>
  );
  return (
    <div className={css.service}>
      <p>
        <b className="mono">{name}</b> <code>{`${name}.${view.namespace}.svc`}</code>
        <span className="i3"> {isHeadless ? "clusterIP: None" : `${type} ${clusterIP}`}</span>
        {service.ports.map((port) => (
          <code key={`${port.protocol} ${port.port}`}> {portText(port)}</code>
        ))}
      </p>
      {!data.addressesRead ? <p>{t("reach.addressesUnread")}</p> : null}
      {data.addressesRead ? (
        <p>
          {isHeadless ? t("reach.records", { count: readyCount }) : t("reach.behind", { count: readyCount })}
          {service.addressCount > readyCount ? ` ${t("reach.notReady", { count: service.addressCount - readyCount })}` : ""}
        </p>
      ) : null}
      {isHeadless ? null : (
        <p className="i2">
          <code>internalTrafficPolicy: {internalTrafficPolicy}</code>:{" "}
          {internalTrafficPolicy !== "Local"
            ? t("reach.policyCluster")
            : `${t("reach.policyLocal")}${data.addressesRead && service.nodesWithout > 0 ? ` ${t("reach.nodesWithout", { count: service.nodesWithout })}` : ""}`}
        </p>
      )}
      {outside.length === 0 ? null : (
        <div role="group" aria-label={t("reach.outside", { count: service.outsideCount })}>
          <p className={css.outside}>{t("reach.outside", { count: service.outsideCount })}</p>
          <ul>
            {outside.map(({ pod, node, why }) => (
              <li key={pod}>
                <code>{pod}</code> {nodeLink(node)} · {t(`reach.why.${why}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {addresses.length === 0 ? null : (
        <details>
          <summary>{t("reach.addresses", { count: service.addressCount })}</summary>
          <DataTable
            rows={addresses}
            keyOf={({ address, pod }) => `${address} ${pod}`}
            columns={[
              { head: t("reach.columns.address"), cell: ({ address }) => <code>{address}</code> },
              { head: t("reach.columns.pod"), cell: ({ pod }) => <code>{pod}</code> },
              { head: t("reach.columns.node"), cell: ({ node }) => nodeLink(node) },
              { head: t("reach.columns.state"), cell: (address) => <code>{stateText(address)}</code> },
            ]}
          />
        </details>
      )}
    </div>
  );
}
