// k9s in a terminal, controlled by keys.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_LOGS, until } from "./play.mjs";
import { NAMESPACE } from "./stage.mjs";
import { hasTerminal, terminal } from "./terminal.mjs";

/** Disables the check for a newer version. */
const CONFIG = "k9s: {skipLatestRevCheck: true}\n";
/** A script that changes the image in its file. */
const EDITOR = "#!/bin/sh\nsed -i 's/image: agent:1/image: agent:2/' \"$1\"\n";

export function steps({ binary }, { folder, environment, get, hasLogs }) {
  if (!hasTerminal()) return [["all of it", () => assert.fail("it needs tmux, and there is none here")]];
  let screen;
  const logs = join(folder, "k9s-logs");
  const editor = join(folder, "editor");
  const command = async (text, pattern) => {
    await screen.type(`:${text}`, "Enter");
    return screen.shows(pattern);
  };
  const atRest = /daemonsets\(tried\)\[1\].*agent +3 +3 +3 +3 +3/s;
  const agents = () => command(`ds ${NAMESPACE}`, atRest);
  /** Confirms a dialog. Its first button cancels, so that the focus must move to the second. */
  const confirm = async (question) => {
    await screen.shows(question);
    await screen.type("Tab");
    await screen.type("Enter");
  };
  const showsText = async (key, pattern) => {
    await screen.type(key);
    await screen.shows(pattern);
    await screen.type("Escape");
    await screen.shows(/daemonsets\(tried\)/);
  };
  return [
    [
      "list",
      async () => {
        const k9sEnvironment = {
          ...environment,
          K9S_CONFIG_DIR: join(folder, "k9s"),
          K9S_LOGS_DIR: logs,
          EDITOR: editor,
          K9S_EDITOR: editor,
        };
        mkdirSync(k9sEnvironment.K9S_CONFIG_DIR);
        writeFileSync(join(k9sEnvironment.K9S_CONFIG_DIR, "config.yaml"), CONFIG);
        writeFileSync(editor, EDITOR);
        chmodSync(editor, 0o755);
        screen = await terminal(binary, ["--command", `ds ${NAMESPACE}`, "--logLevel", "debug"], { environment: k9sEnvironment, folder });
        await screen.shows(atRest);
      },
    ],
    ["describe", () => showsText("d", /Describe\(tried\/agent\).*Desired Number of Nodes Scheduled: 3/s)],
    ["YAML", () => showsText("y", /YAML\(tried\/agent\).*kind: DaemonSet/s)],
    [
      "pods, logs",
      async () => {
        await screen.type("Enter");
        await screen.shows(/pods\(tried\/agent\)\[3\].*agent-\w+ .*Running/s);
        await screen.type("l");
        await screen.shows(hasLogs ? /Logs\(tried\/agent-\w+:agent\).*agent: ready/s : /Logs\(tried\/agent-\w+:agent\)/);
        await agents();
        return hasLogs ? undefined : NO_LOGS;
      },
    ],
    ["events", () => command(`events ${NAMESPACE}`, /events\(tried\).*SuccessfulCreate +daemonset\/agent/s)],
    ["pulse", () => command("pulse", /Pulses.*Daemonsets/s)],
    ["custom resources", () => command("crd", /customresourcedefinitions.*\[0\]/s)],
    [
      "cordon, uncordon",
      async () => {
        const [{ metadata }] = (await get("nodes")).items;
        const cordoned = (wanted) =>
          until(
            () => get(`node/${metadata.name}`),
            ({ spec }) => assert.equal(spec.unschedulable ?? false, wanted),
          );
        await command("nodes", new RegExp(`nodes\\(all\\)\\[3\\].*${metadata.name} +Ready`, "s"));
        await screen.type("c");
        await confirm(/Confirm Cordon/);
        await cordoned(true);
        await screen.shows(/SchedulingDisabled/);
        await screen.type("u");
        await confirm(/Confirm Uncordon/);
        await cordoned(false);
      },
    ],
    [
      "restart",
      async () => {
        await agents();
        await screen.type("r");
        await confirm(/Restart daemonset tried\/agent/);
        await until(
          () => get("ds/agent"),
          ({ spec }) => assert.ok(spec.template.metadata.annotations?.["kubectl.kubernetes.io/restartedAt"]),
        );
        await screen.shows(atRest);
      },
    ],
    [
      "edit",
      async () => {
        await screen.type("e");
        await until(
          () => get("ds/agent"),
          ({ spec }) => assert.equal(spec.template.spec.containers[0].image, "agent:2"),
        );
        await screen.shows(atRest);
      },
    ],
    [
      "delete",
      async () => {
        await screen.type("C-d");
        await screen.shows(/<Delete>/);
        await screen.type("Tab");
        await screen.type("Enter");
        await until(
          () => get("ds"),
          ({ items }) => assert.deepEqual(items, []),
        );
        await screen.shows(/daemonsets\(tried\)\[0\]/);
      },
    ],
    [
      "its log has no refusal",
      async () => {
        await screen.type(":q", "Enter");
        const text = existsSync(logs)
          ? readdirSync(logs)
              .map((name) => readFileSync(join(logs, name), "utf8"))
              .join("")
          : "";
        assert.notEqual(text, "", "k9s wrote a log");
        assert.doesNotMatch(text, /could not find the requested resource|is forbidden|\bERR\b/);
      },
    ],
  ];
}
