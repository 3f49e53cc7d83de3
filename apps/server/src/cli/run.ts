import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Command, ServeConfig } from "./options/parse-command.ts";
import type { Terminal } from "./terminal/terminal.ts";

async function serveOf(config: ServeConfig, terminal: Terminal): Promise<void> {
  if (config.engine !== undefined) await (await import("./serve/serve-followed.ts")).serveFollowed(config, config.engine, terminal);
  else await (await import("./serve/serve.ts")).serve(config, terminal);
}

/**
 * Runs a command, and returns the exit code. Each command is loaded on demand: a query does not wait for the server's
 * code, and help waits for none.
 */
export async function run(command: Command, terminal: Terminal): Promise<number> {
  switch (command.kind) {
    case "print":
      terminal.write(command.text);
      return 0;
    case "listScenarios": {
      const { scenarioList: scenarioLines } = await import("./simulate/embedded-simulator.ts");
      for (const line of scenarioLines()) terminal.print(line);
      return 0;
    }
    case "printSchema":
      terminal.write(`${JSON.stringify(await (await import("./query/schemas.ts")).SCHEMAS[command.of](), undefined, 2)}\n`);
      return 0;
    case "version":
      (await import("./version.ts")).version(command.format, terminal);
      return 0;
    case "completionScript":
      terminal.write((await import("./parse/completion-scripts.ts")).COMPLETION_SCRIPTS[command.shell]);
      return 0;
    case "complete":
      await (await import("./complete.ts")).complete(command.words, terminal);
      return 0;
    case "simulate":
      await (await import("./simulate/simulate.ts")).simulate(command.config, terminal);
      return 0;
    case "serve":
      await serveOf(command.config, terminal);
      return 0;
    case "record":
      await (await import("./record/record.ts")).record(command.config, terminal);
      return 0;
    case "replay":
      await (await import("./serve/replay.ts")).replay(command.config, terminal);
      return 0;
    case "import":
      await (await import("./record/import.ts")).importRecording(command.config, terminal);
      return 0;
    case "collect":
      await (await import("./serve/collect.ts")).collect(command.config, terminal);
      return 0;
    case "explain":
      return (await import("./query/explain.ts")).explain(command.config, terminal);
    case "status":
      if (command.config.several !== undefined)
        return (await import("./query/status-of-clusters.ts")).statusOfClusters(command.config, terminal);
      return (await import("./query/status.ts")).status(command.config, terminal);
    case "pods":
      return (await import("./query/pods.ts")).pods(command.config, terminal);
    case "diff":
      return (await import("./query/diff.ts")).diff(command.config, terminal);
    case "what-if":
      return (await import("./query/what-if.ts")).whatIf(command.config, terminal);
    case "audit":
      return (await import("./query/audit.ts")).audit(command.config, terminal);
    case "history":
      return (await import("./query/history.ts")).history(command.config, terminal);
    case "wait":
      if (command.config.several !== undefined)
        return (await import("./query/wait-for-clusters.ts")).waitForClusters(command.config, terminal);
      return (await import("./query/wait.ts")).wait(command.config, terminal);
    default:
      return assertNever(command);
  }
}
