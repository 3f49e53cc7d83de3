import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A host in a network namespace. */
export interface Host {
  readonly address: string;
  /** Writes a script that runs a program on this host with the arguments of the script. Returns its path. */
  script(program: string): string;
  /** Runs a JavaScript expression on this host. Returns its value as text. */
  evaluate(expression: string): string;
}

/** Two hosts, and a router between them. No network of the machine changes. */
export interface Network {
  readonly server: Host;
  readonly other: Host;
  /** The router drops all packets. No connection gets an end or an error, and each link stays up. */
  cut(): void;
  heal(): void;
  stop(): void;
}

const asRoot = (command: string, args: readonly string[]) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** Returns why there can be no network; undefined if there can. */
export function networkProblem(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "Network namespaces need root on Linux.";
  const isThere = asRoot("unshare", ["--net", "ip", "link", "add", "near", "type", "veth", "peer", "name", "far"]);
  return isThere ? undefined : "This machine permits no network namespace, or has no iproute2.";
}

function holder(): ChildProcess {
  // The namespace exists once the process has printed a line.
  const child = spawn("unshare", ["--net", "sh", "-c", "echo; exec sleep infinity"], { stdio: ["ignore", "pipe", "ignore"] });
  return child;
}

/** Starts the network. */
export async function startNetwork(): Promise<Network> {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-network-"));
  const holders = [holder(), holder(), holder()] as const;
  await Promise.all(holders.map((child) => new Promise((done) => child.stdout?.once("data", done))));
  const [server, router, other] = holders.map(({ pid }) => String(pid)) as [string, string, string];
  const within = (pid: string, command: string) => ["-t", pid, "-n", "sh", "-c", command];
  const run = (pid: string, command: string) => execFileSync("nsenter", within(pid, command));
  const forward = (isOn: boolean) => run(router, `echo ${isOn ? 1 : 0} > /proc/sys/net/ipv4/ip_forward`);
  const connect = (pid: string, name: string, net: string): Host => {
    run(router, `ip link add to-${name} type veth peer name eth && ip link set eth netns ${pid}`);
    run(router, `ip addr add ${net}.1/24 dev to-${name} && ip link set to-${name} up`);
    run(pid, `ip addr add ${net}.2/24 dev eth && ip link set eth up && ip link set lo up && ip route add default via ${net}.1`);
    return {
      address: `${net}.2`,
      script(program) {
        const path = join(folder, `${name}-${Math.random().toString(36).slice(2)}.sh`);
        writeFileSync(path, `#!/bin/sh\nexec nsenter -t ${pid} -n ${program} "$@"\n`, { mode: 0o755 });
        return path;
      },
      evaluate: (expression) =>
        execFileSync("nsenter", ["-t", pid, "-n", process.execPath, "-e", `(async () => console.log(await (${expression})))()`], {
          encoding: "utf8",
        }).trim(),
    };
  };
  const network: Network = {
    server: connect(server, "server", "10.79.1"),
    other: connect(other, "other", "10.79.2"),
    cut: () => void forward(false),
    heal: () => void forward(true),
    stop() {
      for (const child of holders) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  network.heal();
  return network;
}
