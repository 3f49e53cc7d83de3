import { homedir } from "node:os";

/**
 * Returns the user's home directory. Undefined for a user without HOME whom the system does not know, such as the
 * numeric user of an image.
 */
export function homeFolder(read: () => string = homedir): string | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SYSTEM_ERROR") return undefined;
    throw error;
  }
}
