import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import type { Credentials } from "@daemonscope/kube-client/http/caller";
import { memoryMessages } from "../stream/memory-messages.fixture.ts";
import { subjectsOf } from "../stream/stream-subjects.ts";
import { RelayClient } from "./relay-client.ts";
import { RelayServer } from "./relay-server.ts";
import { type RelayedWriter, type RelayTarget, relayTarget } from "./relay-target.ts";

type AnswerRequest = Parameters<typeof startRawApiServer>[0];

/** Returns an API server that requires credentials, its collector, and a client of that collector. Messages are in
 *  memory, and a test moves the time. */
export async function relayed(
  answer: AnswerRequest,
  options: {
    readonly isOpen?: boolean;
    readonly write?: RelayedWriter;
    readonly silentMs?: () => number | undefined;
    readonly firstHeartbeatWaitMs?: () => number | undefined;
  } = {},
) {
  const api = await startRawApiServer(answer, { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE } });
  const engine = memoryMessages();
  const time = manualTime();
  const subjects = subjectsOf("prod");
  const withAuthority =
    (headers: Readonly<Record<string, string>>): Credentials["authorize"] =>
    async (request) => {
      Object.assign(request, { ca: TEST_CERTIFICATE });
      request.headers = { ...(request.headers as Record<string, string>), ...headers };
      return 1;
    };
  const credentials: Credentials = {
    server: api.url,
    authorize: withAuthority({ Authorization: "Bearer of-the-collector" }),
    authorizeAnonymous: withAuthority({}),
  };
  const problems: string[] = [];
  const acted: TimelineMark[] = [];
  const cluster = relayTarget({
    credentials,
    server: api.url,
    isOpen: options.isOpen ?? false,
    write: options.write,
    onActed: (marks) => acted.push(...marks),
    timers: time.timers,
  });
  const collector = (run: string, target: RelayTarget = cluster) =>
    new RelayServer({
      messages: engine.messages,
      subjects,
      run,
      cluster: target,
      timers: time.timers,
      onProblem: (text) => problems.push(text),
    });
  const client = new RelayClient({
    messages: engine.messages,
    cluster: "prod",
    subjects,
    callerId: "v1",
    timers: time.timers,
    wallNowMs: time.nowMs,
    ...(options.silentMs === undefined ? {} : { silentMs: options.silentMs }),
    ...(options.firstHeartbeatWaitMs === undefined ? {} : { firstHeartbeatWaitMs: options.firstHeartbeatWaitMs }),
  });
  return { api, engine, time, subjects, cluster, collector, client, problems, acted };
}

/** Waits until pending messages and socket events are handled. */
export async function settled(turns = 30): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((done) => setTimeout(done, 1));
}
