import { expect, test } from "vitest";
import { createCommandBoard } from "./command-board.ts";
import { commandOf, KEY_COMMANDS } from "./key-commands.ts";

test("the latest component that offers a command receives it, and the previous one again after that leaves", () => {
  const board = createCommandBoard();
  const done: string[] = [];
  board.offer("up", () => done.push("page"));
  const leave = board.offer("up", () => done.push("drawer"));
  board.give("up");
  leave();
  board.give("up");
  expect(done).toEqual(["drawer", "page"]);
});

test("a command without a handler is neither handled nor listed", () => {
  const board = createCommandBoard();
  expect(board.give("yaml")).toBe(false);
  const leave = board.offer("yaml", () => {});
  expect([...board.offered()]).toEqual(["yaml"]);
  leave();
  expect([...board.offered()]).toEqual([]);
});

test("no key has two meanings", () => {
  const keys = KEY_COMMANDS.flatMap((command) => command.keys as readonly string[]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(commandOf("Mod+k")).toBe("palette");
  expect(commandOf("ö")).toBeUndefined();
});
