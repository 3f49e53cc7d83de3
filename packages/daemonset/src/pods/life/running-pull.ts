/** The facts of an event about a pod that report an image. */
export interface PullEvent {
  readonly reason: string;
  readonly message?: string;
  readonly firstSeenMs: number | undefined;
  readonly lastSeenMs?: number | undefined;
}

/** An image that the kubelet pulls now. */
export interface ImagePull {
  readonly image: string;
  readonly sinceMs: number;
}

/** The kubelet's words. Source: pkg/kubelet/images/image_manager.go, EnsureImageExists. */
const PULLING = /^Pulling image "([^"]{1,1024})"/;
const ENDS: readonly string[] = ["Pulled", "Failed", "BackOff"];

const lastMs = ({ lastSeenMs, firstSeenMs }: PullEvent): number => lastSeenMs ?? firstSeenMs ?? 0;

/** Returns the newest pull of a pod that no later event ends. Its container waits as `ContainerCreating`, so only
 *  events distinguish a pull from the other steps of a start. They are Normal events, which are not watched. */
export function runningPull(events: readonly PullEvent[]): ImagePull | undefined {
  let pull: ImagePull | undefined;
  for (const event of events) {
    const image = event.reason === "Pulling" ? PULLING.exec(event.message ?? "")?.[1] : undefined;
    if (image !== undefined && (pull === undefined || lastMs(event) > pull.sinceMs)) pull = { image, sinceMs: lastMs(event) };
  }
  if (pull === undefined) return undefined;
  const { image, sinceMs } = pull;
  const isEnd = (event: PullEvent) =>
    ENDS.includes(event.reason) && event.message?.includes(`"${image}"`) === true && lastMs(event) >= sinceMs;
  return events.some(isEnd) ? undefined : pull;
}
