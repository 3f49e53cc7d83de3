import { closeSync, constants, fchmodSync, fstatSync, openSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

/** A file that others can change, or that is no regular file. The message is a clause about it, with the remedy. */
export class UnsafeFileError extends Error {
  override readonly name = "UnsafeFileError";
}

const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;

/** Returns the reason why writes to an open file may be changed or redirected; undefined if they may not. */
function problemOf(file: Stats, folder: Stats): string | undefined {
  const { uid, nlink, mode } = file;
  const effectiveUid = process.geteuid?.();
  if (!file.isFile()) return "is no regular file: name a file";
  if (nlink > 1) return `has ${nlink} names (hard links), so it is shared with another file: name a separate file`;
  if (effectiveUid === undefined) return undefined;
  if (uid !== effectiveUid)
    return `belongs to another user (uid ${uid}), who can change it: name a file of the user that the server runs as (uid ${effectiveUid})`;
  if ((mode & OTHERS_WRITE) !== 0) return "can be written by every user, who may have changed it: look at it, then run chmod o-w";
  if ((folder.mode & OTHERS_WRITE) !== 0 && (folder.mode & STICKY) === 0)
    return "is in a folder that every user can write, who may put another file in its place: run chmod o-w on the folder";
  return undefined;
}

/**
 * Opens or creates an append-only file that no other user can write. Removes write permission from the group, because
 * a kubelet gives it to every file of a volume with fsGroup. Throws UnsafeFileError, and the errors of `openSync`.
 */
export function openAppendOnly(path: string): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows has no such flags.
  const file = openAt(path, O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    const problem = problemOf(stats, statSync(dirname(path)));
    if (problem !== undefined) throw new UnsafeFileError(problem);
    if ((stats.mode & GROUP_WRITES) !== 0) fchmodSync(file, stats.mode & 0o777 & ~GROUP_WRITES);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return file;
}

function openAt(path: string, flags: number): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ELOOP") throw error;
    throw new UnsafeFileError("is a symbolic link, so that it may lead to another file later: name the file itself");
  }
}
