import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { type AlertSource, alertMessage } from "./alert-message.ts";
import { type DeliveryCounts, DeliveryQueue } from "./delivery-queue.ts";
import { type AlertState, evaluateAlerts, NO_ALERTS } from "./evaluate-alerts.ts";
import { postWebhook } from "./post-webhook.ts";

const ALERT_CHECK_INTERVAL_MS = 1000;

interface AlertSenderOptions {
  readonly url: URL;
  readonly secret: string | undefined;
  readonly sender: AlertSource;
  readonly readiness: () => { readonly ready: boolean; readonly reason: string };
  /** The records that pages received last. */
  readonly records: () => Iterable<DaemonSetRecord>;
  readonly wallNowMs: () => number;
  readonly timers: Timers;
  readonly random: () => number;
  readonly onProblem: (text: string) => void;
}

/**
 * Checks the state once a second. Sends the webhook a message for each alarm that begins or ends, and one when the
 * data are first complete. No check waits for a delivery.
 */
export class AlertSender {
  readonly #options: AlertSenderOptions;
  readonly #queue: DeliveryQueue;
  #state: AlertState;
  #next: { cancel(): void };

  constructor(options: AlertSenderOptions) {
    const { timers, random, onProblem, wallNowMs, url, secret } = options;
    this.#options = options;
    this.#queue = new DeliveryQueue({
      post: (body, signal) => postWebhook({ url, secret, timers, wallNowMs }, body, signal),
      timers,
      random,
      onProblem,
    });
    this.#state = NO_ALERTS(wallNowMs());
    this.#next = timers.after(ALERT_CHECK_INTERVAL_MS, () => this.#check());
  }

  get counts(): DeliveryCounts {
    return this.#queue.counts;
  }

  close(): void {
    this.#next.cancel();
    this.#queue.close();
  }

  #check(): void {
    const { readiness, records, wallNowMs, sender, timers } = this.#options;
    const { ready, reason } = readiness();
    const { after, events } = evaluateAlerts(this.#state, {
      cluster: sender.cluster,
      nowMs: wallNowMs(),
      isReady: ready,
      reason,
      records: records(),
    });
    this.#state = after;
    for (const event of events) {
      const message = alertMessage(event, after, sender, wallNowMs());
      this.#queue.offer(message.alarm?.key ?? "watching", JSON.stringify(message));
    }
    this.#next = timers.after(ALERT_CHECK_INTERVAL_MS, () => this.#check());
  }
}
