import type { ReachAnswer, ReachService, ServicePort } from "@daemonscope/shared/http/reach";
import { useTranslation } from "react-i18next";
import { type DaemonSetView, daemonSetView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import css from "./reach.module.css";

interface ServiceReachProps {
  readonly view: DaemonSetView;
  readonly service: ReachService;
  readonly data: ReachAnswer;
}

const portText = ({ port, targetPort, protocol, nodePort }: ServicePort): string =>
  `${port}${protocol === "TCP" ? "" : `/${protocol}`}→${targetPort}${nodePort === undefined ? "" : ` (nodePort ${nodePort})`}`;

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
          <table>
            <thead>
              <tr>
                {(["address", "pod", "node", "state"] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`reach.columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {addresses.map((address) => (
                <tr key={`${address.address} ${address.pod}`}>
                  <td>
                    <code>{address.address}</code>
                  </td>
                  <td>
                    <code>{address.pod}</code>
                  </td>
                  <td>{nodeLink(address.node)}</td>
                  <td>
                    <code>
                      {[
                        address.ready ? "ready" : "not ready",
                        address.serving && !address.ready ? "serving" : "",
                        address.terminating ? "terminating" : "",
                      ]
                        .filter((word) => word !== "")
                        .join(", ")}
                    </code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}
