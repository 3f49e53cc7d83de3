import { homedir } from "node:os";

/** The home of the user; undefined for one whom the system does not know and who has no HOME, as the number that an image runs as. */
export function homeFolder(read: () => string = homedir): string | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SYSTEM_ERROR") return undefined;
    throw error;
  }
}
