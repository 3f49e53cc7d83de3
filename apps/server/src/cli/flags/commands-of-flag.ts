import { COMMANDS, type CommandName } from "./command-names.ts";

export const serveCommand: readonly CommandName[] = ["serve"];
export const simulateCommand: readonly CommandName[] = ["simulate"];
/** Commands that show a page. */
export const pageCommands: readonly CommandName[] = ["serve", "replay"];
export const serverCommands: readonly CommandName[] = ["serve", "simulate"];
export const listenCommands: readonly CommandName[] = [...serverCommands, "replay"];
export const explainCommand: readonly CommandName[] = ["explain"];
export const whatIfCommand: readonly CommandName[] = ["what-if"];
export const auditCommand: readonly CommandName[] = ["audit"];
export const podsCommand: readonly CommandName[] = ["pods"];
/** Commands that print a list, as `kubectl get` does. */
export const listCommands: readonly CommandName[] = ["explain", "status", ...podsCommand, ...auditCommand];
/** Commands that print a table of rows. */
export const tableCommands: readonly CommandName[] = [...listCommands, "history"];
export const queryCommands: readonly CommandName[] = [...listCommands, "history", "wait", "diff", "what-if"];
/** Commands that read a recording. */
export const recordingCommands: readonly CommandName[] = [...listCommands, "what-if"];
/** Commands that read manifests. */
export const manifestCommands: readonly CommandName[] = ["explain", "diff", "what-if"];
/** Commands that follow a cluster until they are ended. */
export const followCommands: readonly CommandName[] = ["serve", "record", "collect"];
export const collectCommand: readonly CommandName[] = ["collect"];
/** Commands that watch a cluster and keep its model. */
export const watchCommands: readonly CommandName[] = ["serve", "collect"];
/** Commands that connect to an engine. */
export const engineCommands: readonly CommandName[] = [...watchCommands, ...queryCommands];
export const recordCommand: readonly CommandName[] = ["record"];
/** Commands that write a recording. */
export const recordCommands: readonly CommandName[] = ["record", "import"];
/** Commands that read a cluster. */
export const clientCommands: readonly CommandName[] = [...followCommands, ...queryCommands];
/** Commands that may read several clusters at once. */
export const multiClusterCommands: readonly CommandName[] = ["serve", "status", "pods", "wait", "diff"];
export const multiClusterQueryCommands: readonly CommandName[] = ["status", "pods", "wait", "diff"];
export const singleClusterCommands: readonly CommandName[] = clientCommands.filter((command) => !multiClusterCommands.includes(command));
/** Commands that may read a simulated cluster. */
export const simulatedCommands: readonly CommandName[] = [...serverCommands, "record", "collect", ...queryCommands];
export const allCommands: readonly CommandName[] = COMMANDS;
